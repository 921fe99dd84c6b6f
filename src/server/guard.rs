//! Checks every request before its handler, and adds the security headers to every response.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_LENGTH, HOST, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER, TRANSFER_ENCODING,
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

/// How long a handler may take until it responds.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(60);

/// Middleware: rejects wrong hosts, methods other than GET and HEAD, and requests with a body.
/// Limits the time of the others, and adds `HEADERS` to every response.
pub(super) async fn guard(State(address): State<SocketAddr>, request: Request, next: Next) -> Response {
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    let mut response = if !is_ours(address.ip(), host) {
        (StatusCode::MISDIRECTED_REQUEST, "this is another host\n").into_response()
    } else if ![Method::GET, Method::HEAD].contains(request.method()) {
        (StatusCode::METHOD_NOT_ALLOWED, "nothing can be changed here\n").into_response()
    } else if has_body(request.headers()) {
        (StatusCode::PAYLOAD_TOO_LARGE, "questions have no body here\n").into_response()
    } else {
        tokio::time::timeout(REQUEST_TIMEOUT, next.run(request)).await.unwrap_or_else(|_| too_busy())
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// Whether the request has a body. No handler reads one.
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
fn is_ours(commitments: IpAddr, host: Option<&str>) -> bool {
    if !commitments.is_loopback() {
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
}
