//! Work that blocks on files, off the async workers.

use std::sync::LazyLock;

use tokio::sync::Semaphore;

use super::request_error::RequestError;

/// How many requests may read stored data at once: more than there are processors would take more
/// memory, and no less time.
static READING: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(std::thread::available_parallelism().map_or(1, usize::from).clamp(2, 8)));

/// Runs work that blocks on files on a blocking thread, off the async workers.
pub(super) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, RequestError> + Send + 'static,
) -> Result<T, RequestError> {
    queued(&READING, work).await
}

/// Runs blocking work as soon as `room` has a permit. The work itself holds the permit: it runs to
/// its end even if the client disconnects.
pub(super) async fn queued<T: Send + 'static>(
    room: &'static Semaphore,
    work: impl FnOnce() -> Result<T, RequestError> + Send + 'static,
) -> Result<T, RequestError> {
    let place = room.acquire().await.map_err(RequestError::host)?;
    let work = move || {
        let _place = place;
        work()
    };
    tokio::task::spawn_blocking(work).await.map_err(RequestError::host)?
}
