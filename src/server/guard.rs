//! Checks every request before its handler, and adds the security headers to every response.

use std::net::IpAddr;
use std::time::Duration;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN, RETRY_AFTER,
    TRANSFER_ENCODING,
};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Pages load and request only from this server, and other sites cannot embed them.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// Where a request comes from, as browsers say.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// How long a handler may take until it responds.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(60);

/// The most bytes in the body of a request.
const MAX_BODY: usize = 64 << 10;

/// The paths below which pages send something.
const REPLY_PATHS: &str = "/api/play/";

/// What the guard has to know of the server.
#[derive(Debug, Clone, Copy)]
pub(super) struct GuardedServer {
    /// The address at which the server listens.
    pub(super) address: IpAddr,
    /// Whether persons can play, so that pages send replies.
    pub(super) takes_replies: bool,
}

/// Middleware: rejects wrong hosts, methods other than GET and HEAD, and requests with a body. Where
/// persons play, also allows POST from pages of this server. Limits the time of what it allows,
/// and adds `HEADERS` to every response.
pub(super) async fn guard(State(server): State<GuardedServer>, request: Request, next: Next) -> Response {
    let mut response = match refusal(server, &request) {
        Some((status, words)) => (status, words).into_response(),
        None => tokio::time::timeout(REQUEST_TIMEOUT, next.run(request)).await.unwrap_or_else(|_| too_busy()),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// Why the request has no handler.
fn refusal(server: GuardedServer, request: &Request) -> Option<(StatusCode, &'static str)> {
    let headers = request.headers();
    if !is_ours(server.address, text(headers, HOST)) {
        return Some((StatusCode::MISDIRECTED_REQUEST, "this is another host\n"));
    }
    let takes_replies = server.takes_replies && request.uri().path().starts_with(REPLY_PATHS);
    match *request.method() {
        Method::GET | Method::HEAD if has_body(headers) => {
            Some((StatusCode::PAYLOAD_TOO_LARGE, "questions have no body here\n"))
        }
        Method::GET | Method::HEAD => None,
        Method::POST if takes_replies => refusal_of_post(headers),
        _ => Some((StatusCode::METHOD_NOT_ALLOWED, "nothing can be changed here\n")),
    }
}

/// Why a request that changes something is refused. A browser sends `Origin` with each of them, and
/// a page of another site cannot change it. Nor can it send JSON without a preflight, which this
/// server answers with an error.
fn refusal_of_post(headers: &HeaderMap) -> Option<(StatusCode, &'static str)> {
    if !is_same_origin(headers) {
        return Some((StatusCode::FORBIDDEN, "only pages of this server can do this\n"));
    }
    let media_type = text(headers, CONTENT_TYPE).and_then(|value| value.split(';').next());
    if !media_type.is_some_and(|value| value.trim().eq_ignore_ascii_case("application/json")) {
        return Some((StatusCode::UNSUPPORTED_MEDIA_TYPE, "send JSON\n"));
    }
    let length = text(headers, CONTENT_LENGTH).and_then(|length| length.parse::<usize>().ok());
    match length {
        _ if headers.contains_key(TRANSFER_ENCODING) => {
            Some((StatusCode::LENGTH_REQUIRED, "say how long it is\n"))
        }
        None => Some((StatusCode::LENGTH_REQUIRED, "say how long it is\n")),
        Some(length) if length > MAX_BODY => Some((StatusCode::PAYLOAD_TOO_LARGE, "this is too long\n")),
        Some(_) => None,
    }
}

/// Whether a page of this server sent the request.
fn is_same_origin(headers: &HeaderMap) -> bool {
    let origin = text(headers, ORIGIN).and_then(|origin| origin.split_once("://"));
    let is_ours = match (origin, text(headers, HOST)) {
        // TLS may end at a proxy.
        (Some(("http" | "https", origin)), Some(host)) => origin.eq_ignore_ascii_case(host),
        _ => false,
    };
    let site = headers.get(FETCH_SITE).map(HeaderValue::as_bytes);
    is_ours && site.is_none_or(|site| site == b"same-origin")
}

/// The only value of a header, if it is text. Two values are as good as none.
fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    if values.next().is_some() { None } else { value.to_str().ok() }
}

/// Whether a GET request has a body. No handler reads one.
fn has_body(headers: &HeaderMap) -> bool {
    let is_empty = |length: &HeaderValue| length.as_bytes() == b"0";
    headers.contains_key(TRANSFER_ENCODING)
        || headers.get(CONTENT_LENGTH).is_some_and(|length| !is_empty(length))
}

/// The response after `REQUEST_TIMEOUT`. The work may go on, so a later request may succeed.
fn too_busy() -> Response {
    let words = Json(json!({ "error": "this takes longer than anybody waits; try again in a while" }));
    (StatusCode::SERVICE_UNAVAILABLE, [(RETRY_AFTER, "30")], words).into_response()
}

/// Whether the `Host` header may name this server. On a loopback address it must be `localhost` or
/// a loopback address: otherwise a foreign page could reach the server under its own domain name,
/// resolved to this machine (DNS rebinding).
fn is_ours(listen_address: IpAddr, host: Option<&str>) -> bool {
    if !listen_address.is_loopback() {
        return true;
    }
    let Some(host) = host else { return false };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name == "localhost" || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_answered_to_where_only_it_can_ask() {
        let here = IpAddr::from([127, 0, 0, 1]);
        for host in ["localhost", "localhost:8383", "127.0.0.1:1", "[::1]:8383", "[::1]"] {
            assert!(is_ours(here, Some(host)), "{host}");
        }
        for host in ["evil.example", "evil.example:8383", "localhost.evil.example", "10.0.0.1", ""] {
            assert!(!is_ours(here, Some(host)), "{host}");
        }
        assert!(!is_ours(here, None));
        assert!(is_ours(IpAddr::from([0, 0, 0, 0]), Some("contest.example")));
    }

    #[test]
    fn only_pages_of_this_server_can_post() {
        let status = |changed: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in [
                ("host", "localhost:8383"),
                ("origin", "http://localhost:8383"),
                ("content-type", "application/json; charset=utf-8"),
                ("content-length", "10"),
            ] {
                headers.insert(name, HeaderValue::from_static(value));
            }
            for (name, value) in changed {
                match *value {
                    "" => _ = headers.remove(*name),
                    value => _ = headers.insert(*name, HeaderValue::from_static(value)),
                }
            }
            refusal_of_post(&headers).map_or(200, |(status, _)| status.as_u16())
        };
        for fine in [("origin", "https://localhost:8383"), ("sec-fetch-site", "same-origin")] {
            assert_eq!(status(&[fine]), 200, "{fine:?}");
        }
        for foreign in [
            ("origin", ""),
            ("origin", "null"),
            ("origin", "http://localhost"),
            ("origin", "http://localhost:83834"),
            ("origin", "http://evil.example"),
            ("origin", "file://localhost:8383"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
            ("sec-fetch-site", "none"),
        ] {
            assert_eq!(status(&[foreign]), 403, "{foreign:?}");
        }
        for media_type in ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
            assert_eq!(status(&[("content-type", media_type)]), 415, "{media_type}");
        }
        assert_eq!(status(&[("content-length", "")]), 411);
        assert_eq!(status(&[("transfer-encoding", "chunked")]), 411);
        assert_eq!(status(&[("content-length", "65537")]), 413);
    }

    #[test]
    fn two_hosts_or_origins_count_as_none() {
        let mut headers = HeaderMap::new();
        for name in [HOST, ORIGIN] {
            headers.append(&name, HeaderValue::from_static("a"));
            assert_eq!(text(&headers, name.clone()), Some("a"));
            headers.append(&name, HeaderValue::from_static("b"));
            assert_eq!(text(&headers, name), None);
        }
    }
}
