//! Error responses.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::store::StoreError;
use crate::tournament::replay::ReplayFileError;

/// Why a request failed. Sent as JSON with an HTTP status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RequestError {
    status: StatusCode,
    words: String,
}

impl RequestError {
    pub(super) fn missing(words: impl Into<String>) -> RequestError {
        RequestError { status: StatusCode::NOT_FOUND, words: words.into() }
    }

    pub(super) fn is_missing(&self) -> bool {
        self.status == StatusCode::NOT_FOUND
    }

    pub(super) fn invalid(words: impl ToString) -> RequestError {
        RequestError { status: StatusCode::BAD_REQUEST, words: words.to_string() }
    }

    /// The request does not fit the current state of what it is about.
    pub(super) fn conflict(words: impl Into<String>) -> RequestError {
        RequestError { status: StatusCode::CONFLICT, words: words.into() }
    }

    /// The server does as much as it may.
    pub(super) fn full(words: impl Into<String>) -> RequestError {
        RequestError { status: StatusCode::SERVICE_UNAVAILABLE, words: words.into() }
    }

    /// The content is hidden until sources are revealed.
    pub(super) fn not_yet() -> RequestError {
        let words = "what bots said is shown after sources have been revealed";
        RequestError { status: StatusCode::FORBIDDEN, words: words.into() }
    }

    pub(super) fn host(words: impl ToString) -> RequestError {
        let words = words.to_string();
        tracing::warn!(words, "a request could not be answered");
        RequestError { status: StatusCode::INTERNAL_SERVER_ERROR, words }
    }
}

impl From<StoreError> for RequestError {
    fn from(error: StoreError) -> RequestError {
        // The message has the path of the database, which clients must not see.
        tracing::warn!(%error, "a database cannot be read");
        RequestError {
            status: StatusCode::SERVICE_UNAVAILABLE,
            words: "the results cannot be read now; the log says why".into(),
        }
    }
}

impl RequestError {
    /// The recording `of` a match cannot be played. Everything else can be shown.
    pub(super) fn broken(of: &str, error: &ReplayFileError) -> RequestError {
        RequestError::host(format!("the recording of {of} cannot be played: {error}"))
    }

    /// The recording of the match with this key cannot be played.
    pub(super) fn broken_match(key: &str, error: &ReplayFileError) -> RequestError {
        RequestError::broken(&format!("the match {key:.12}"), error)
    }
}

impl IntoResponse for RequestError {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.words }))).into_response()
    }
}
