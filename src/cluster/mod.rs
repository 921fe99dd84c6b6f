//! Plays tournaments on many machines, over a NATS server with JetStream.
//!
//! A coordinator has the schedule and the database, and both stay the truth. It publishes the specs
//! of missing matches; workers take them, play, and publish results. The server is a queue of specs
//! and results, and a store of sources and of recordings. If it loses everything, the coordinator
//! publishes again what is missing.
//!
//! Delivery is at least once: a match may be played twice, and its result arrive twice. Results are
//! stored by the key of their match, so that each counts once.
#![expect(clippy::disallowed_methods, reason = "workers and brokers are given time limits")]

mod broker;
mod coordinator;
mod message;
mod names;
mod objects;
mod received;
mod speed;
mod worker;

pub use broker::{Broker, BrokerAddress, BrokerError};
pub use coordinator::Coordinator;
pub use message::{
    DeclineReason, EngineCondition, MatchOrder, PROTOCOL, PlayConditions, PlayedReport, RecordingPlace,
    ReportBody, WorkerReport, WorkerStatus,
};
pub use names::{Lane, WorkerName};
pub use received::{CoordinatorEvent, Delivery, ReceivedReport, UnreadableReport};
pub use worker::{Worker, WorkerHost, WorkerOptions};
