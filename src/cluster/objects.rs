//! Sources and recordings in the stores of the broker.

use std::io;
use std::time::Duration;

use async_nats::jetstream::context::ObjectStoreErrorKind;
use async_nats::jetstream::object_store::{GetErrorKind, InfoErrorKind, ObjectStore};
use sha2::{Digest, Sha256};
use tokio::io::AsyncReadExt;
use tokio::time::timeout;

use super::broker::{Broker, BrokerError};
use super::names;

/// How long the broker may send nothing in the middle of an object.
const SILENCE: Duration = Duration::from_secs(10);

/// How long it takes at most to store another mebibyte.
const SLOWEST: Duration = Duration::from_secs(2);

/// A store of objects, each of bounded size.
#[derive(Clone)]
pub(super) struct Objects {
    broker: Broker,
    store: ObjectStore,
}

impl Objects {
    /// Opens a store, which is made if it is not there.
    pub(super) async fn create(broker: &Broker, name: &str) -> Result<Objects, BrokerError> {
        let store = match broker.jetstream.get_object_store(name).await {
            Ok(store) => store,
            Err(error) if error.kind() == ObjectStoreErrorKind::GetStore => {
                let created = broker.jetstream.create_object_store(names::bucket(name)).await;
                created.map_err(|error| broker.failed(&error))?
            }
            Err(error) => return Err(broker.failed(&error)),
        };
        Ok(Objects { broker: broker.clone(), store })
    }

    /// Opens a store that a coordinator has made.
    pub(super) async fn open(broker: &Broker, name: &str) -> Result<Objects, BrokerError> {
        let store = broker.jetstream.get_object_store(name).await.map_err(|error| broker.failed(&error))?;
        Ok(Objects { broker: broker.clone(), store })
    }

    pub(super) async fn put(&self, name: &str, bytes: &[u8]) -> Result<(), BrokerError> {
        let patience = SILENCE + SLOWEST * (bytes.len() >> 20) as u32;
        let mut bytes = bytes;
        let put = timeout(patience, self.store.put(name, &mut bytes)).await;
        put.map_err(|error| self.broker.failed(&error))?.map(drop).map_err(|error| self.broker.failed(&error))
    }

    pub(super) async fn has(&self, name: &str) -> Result<bool, BrokerError> {
        match self.store.info(name).await {
            Ok(info) => Ok(!info.deleted),
            Err(error) if error.kind() == InfoErrorKind::NotFound => Ok(false),
            Err(error) => Err(self.broker.failed(&error)),
        }
    }

    pub(super) async fn remove(&self, name: &str) {
        // What is not removed is dropped when it is old.
        let _ = self.store.delete(name).await;
    }

    /// The bytes of an object, or `None` if there is none of at most `most` bytes.
    pub(super) async fn get(&self, name: &str, most: usize) -> Result<Option<Vec<u8>>, BrokerError> {
        let object = match self.store.get(name).await {
            Ok(object) => object,
            Err(error) if error.kind() == GetErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.broker.failed(&error)),
        };
        // The size is a claim.
        let mut bytes = Vec::new();
        let mut reader = object.take(most as u64 + 1);
        // Reading fails by a panic if a message is not there, and waits forever for the rest of an
        // object that was replaced meanwhile.
        let read = async move {
            while timeout(SILENCE, reader.read_buf(&mut bytes)).await.map_err(io::Error::from)?? > 0 {}
            Ok::<_, io::Error>(bytes)
        };
        let read = tokio::spawn(read).await;
        match read {
            Ok(Ok(bytes)) => Ok(Some(bytes).filter(|bytes| bytes.len() <= most)),
            Ok(Err(error)) => {
                tracing::warn!(name, %error, "an object cannot be read");
                Ok(None)
            }
            Err(error) => Err(self.broker.failed(&error)),
        }
    }
}

/// The SHA-256 of bytes, in hexadecimal.
pub(super) fn sha256(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}
