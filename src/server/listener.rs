//! The loop that accepts connections, with its time and size limits.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;

use super::connections::{ConnectionGuard, Connections};

/// How long a client may take to send the head of a request, counted from the connection or from
/// the previous response.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a client may leave a response unread.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// The maximum size of a request head, in bytes.
const MOST_HEAD: usize = 16 << 10;

/// The maximum number of headers of a request.
const MOST_HEADERS: usize = 64;

/// The pause after a failed accept, such as when the process is out of file descriptors.
const PAUSE: Duration = Duration::from_millis(50);

/// Accepts and answers connections until the process ends.
pub(super) async fn serve(listener: TcpListener, router: Router) {
    let connections = Arc::new(Connections::new());
    let http = protocol();
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                let guest = connections.admit(peer.ip());
                tokio::spawn(converse(http.clone(), stream, guest, router.clone()));
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

fn protocol() -> http1::Builder {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT);
    http.max_buf_size(MOST_HEAD).max_headers(MOST_HEADERS);
    http
}

/// Answers the requests on a connection until either side closes it.
async fn converse(http: http1::Builder, stream: TcpStream, guest: ConnectionGuard, router: Router) {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(WRITE_TIMEOUT));
    let router = TowerToHyperService::new(router);
    let answer = service_fn(|request: Request<Incoming>| {
        let (router, working) = (router.clone(), guest.work());
        async move {
            let response = router.call(request.map(Body::new)).await;
            drop(working);
            response
        }
    });
    let conversation = http.serve_connection(TokioIo::new(Box::pin(stream)), answer);
    tokio::select! {
        ended = conversation => drop(ended.inspect_err(|error| tracing::debug!(%error, "a connection has failed"))),
        () = guest.has_to_go() => {}
    }
}
