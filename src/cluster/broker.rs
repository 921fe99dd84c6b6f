//! The connection to a NATS server.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event, ServerAddr, jetstream};

/// How long to wait for a connection, and for an answer.
const CONNECTION_TIME: Duration = Duration::from_secs(5);

/// Where the broker is, and how to sign in.
#[derive(Debug, Clone)]
pub struct BrokerAddress {
    /// `nats://` or `tls://`, perhaps with a name and a password.
    url: ServerAddr,
    /// A file with credentials.
    credentials: Option<PathBuf>,
    /// A file with the certificate that signs that of the server, in addition to those of this machine.
    authority: Option<PathBuf>,
}

impl BrokerAddress {
    /// Parses the URL of a NATS server.
    pub fn parse(url: &str) -> Result<BrokerAddress, String> {
        let wrong = "expected a URL such as nats://localhost:4222 or tls://USER:PASSWORD@broker.example:4222";
        let url: ServerAddr = url.parse().map_err(|_| wrong.to_owned())?;
        Ok(BrokerAddress { url, credentials: None, authority: None })
    }

    /// Signs in with the credentials in this file.
    pub fn with_credentials(self, credentials: Option<PathBuf>) -> BrokerAddress {
        BrokerAddress { credentials, ..self }
    }

    /// Trusts certificates that the one in this file has signed.
    pub fn with_authority(self, authority: Option<PathBuf>) -> BrokerAddress {
        BrokerAddress { authority, ..self }
    }
}

/// The address without its password.
impl fmt::Display for BrokerAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.url.tls_required() { "tls" } else { "nats" };
        write!(formatter, "{scheme}://{}:{}", self.url.host(), self.url.port())
    }
}

/// Why the broker cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BrokerError {
    /// Nobody answers at its address.
    #[error(
        "no NATS server answers at {address}: {why}\n  help: start one with `nats-server -js`, or correct the address"
    )]
    Unreachable { address: String, why: String },
    /// It does not accept the name and password, or the credentials.
    #[error(
        "the NATS server at {address} does not let this user in: {why}\n  help: write the user and the password into the URL, or name a file with --creds"
    )]
    Refused { address: String, why: String },
    /// A file for the connection cannot be used.
    #[error("{why}\n  help: name a file that `nsc` or the operator of the server has made")]
    File { why: String },
    /// The server has no JetStream.
    #[error(
        "the NATS server at {address} has no JetStream: {why}\n  help: start it with `nats-server -js`, or with `jetstream {{ store_dir: ... }}` in its configuration"
    )]
    NoJetStream { address: String, why: String },
    /// A stream of the same name has other settings.
    #[error(
        "the stream {stream} of the NATS server at {address} was not made by this version of Rathaus\n  help: use another server or account, or remove it: nats stream rm {stream}"
    )]
    ForeignStream { address: String, stream: String },
    /// The user may not do something.
    #[error(
        "the NATS server at {address} forbids this user something: {why}\n  help: use the name of the user with --name; docs/CLUSTER.md has a configuration with the permissions that users need"
    )]
    Forbidden { address: String, why: String },
    /// Something else failed.
    #[error("the NATS server at {address} did not do what was asked of it: {why}\n  help: its log says more")]
    Failed { address: String, why: String },
}

/// A connection to a broker.
#[derive(Debug, Clone)]
pub struct Broker {
    pub(super) client: Client,
    pub(super) jetstream: jetstream::Context,
    address: BrokerAddress,
    /// What the server complained of, since a request failed.
    complaint: Arc<Mutex<Option<String>>>,
}

impl Broker {
    /// Connects. `inbox` begins the names under which replies arrive, so that a server can keep one
    /// user's replies from others.
    pub async fn connect(address: &BrokerAddress, name: &str, inbox: &str) -> Result<Broker, BrokerError> {
        let complaint = Arc::new(Mutex::new(None));
        let noted = Arc::clone(&complaint);
        let note = move |event: Event| {
            let noted = Arc::clone(&noted);
            async move {
                match event {
                    Event::ServerError(error) => {
                        *noted.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
                        tracing::warn!(%error, "the broker complains");
                    }
                    Event::Disconnected => tracing::warn!("the connection to the broker is lost"),
                    Event::Connected => tracing::info!("connected to the broker"),
                    _ => {}
                }
            }
        };
        let options = ConnectOptions::new()
            .name(name)
            .custom_inbox_prefix(inbox)
            .connection_timeout(CONNECTION_TIME)
            .request_timeout(Some(CONNECTION_TIME))
            .max_reconnects(None)
            .event_callback(note);
        let options = match &address.authority {
            Some(file) => options.add_root_certificates(file.clone()),
            None => options,
        };
        let options = match &address.credentials {
            Some(file) => options.credentials_file(file).await.map_err(|error| BrokerError::File {
                why: format!("{}: the credentials cannot be read: {error}", file.display()),
            })?,
            None => options,
        };
        let options = match (address.url.username(), address.url.password()) {
            (Some(user), Some(password)) => options.user_and_password(user.into(), password.into()),
            _ => options,
        };
        let connected = options.connect(address.url.clone()).await;
        let client = connected.map_err(|error| {
            let (address, why) = (address.to_string(), described(&error));
            match error.kind() {
                ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
                    BrokerError::Refused { address, why }
                }
                _ => BrokerError::Unreachable { address, why },
            }
        })?;
        let mut jetstream = jetstream::new(client.clone());
        jetstream.set_timeout(CONNECTION_TIME);
        Ok(Broker { client, jetstream, address: address.clone(), complaint })
    }

    /// The error after a request has failed. What the server complained of before it explains it.
    pub(super) fn failed(&self, error: &dyn std::error::Error) -> BrokerError {
        let complaint = self.complaint.lock().unwrap_or_else(PoisonError::into_inner).take();
        let address = self.address.to_string();
        match complaint {
            Some(why) if why.to_lowercase().contains("permissions violation") => {
                BrokerError::Forbidden { address, why }
            }
            Some(why) => BrokerError::Failed { address, why: format!("{}; {why}", described(error)) },
            None => BrokerError::Failed { address, why: described(error) },
        }
    }

    pub(super) fn without_jetstream(&self, error: &dyn std::error::Error) -> BrokerError {
        BrokerError::NoJetStream { address: self.address.to_string(), why: described(error) }
    }

    pub(super) fn foreign(&self, stream: &str) -> BrokerError {
        BrokerError::ForeignStream { address: self.address.to_string(), stream: stream.into() }
    }

    /// The address without its password.
    pub fn address(&self) -> String {
        self.address.to_string()
    }
}

/// An error with its causes.
fn described(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let text = error.to_string();
        if !words.contains(&text) {
            words += &format!(": {text}");
        }
        cause = error.source();
    }
    words
}
