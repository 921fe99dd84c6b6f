//! What users may not do, and what does not fit.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};

use async_nats::jetstream::stream;
use serde_json::json;

use super::broker::{Broker, Process, results, wait_until};
use super::{TRUSTED, expected, skipped, tournament, world};
use crate::games::done;

#[test]
fn users_of_the_example_configuration_can_do_what_they_need_and_no_more() {
    let world = world(0.0);
    let Some(broker) = Broker::start_with_users(&world) else {
        return eprintln!("skipped: nats-server or openssl is not installed");
    };
    let certificate = broker.folder.join("server.crt").display().to_string();
    let more = "games = 2\n";
    let expected = expected(&world, more);
    tournament(&world, "cluster", &format!("{more}[workers]\ntrusted = [\"lab\"]\naudit_first = 3\n"));
    let worker = |user: &str, name: &str, more: &[&str]| {
        Process::worker(&world, &broker.url_of(user), name, &[&["--ca", &certificate], more].concat())
    };
    let (_ann, _lab) = (worker("ann", "ann", &[]), worker("lab", "lab", &["--audit"]));
    let organiser = broker.url_of("organiser");
    let run = ["tournament", "run", "cluster.toml", "--nats", &organiser, "--ca", &certificate, "--quiet"];
    done(&world, &run);
    assert_eq!(results(&world, "cluster.db"), expected);
    // Another name than that of the user.
    let (code, log) = worker("ann", "ben", &[]).end();
    assert_eq!(code, Some(1), "{log}");
    crate::common::assert_mentions(&log, &["docs/CLUSTER.md"]);
    // No certificate, another password, and nobody.
    let refused = |url: &str, more: &[&str], facts: &[&str]| {
        let run = crate::games::run(
            &world,
            &[&["tournament", "run", "cluster.toml", "--nats", url], more].concat(),
        );
        run.assert_refused(1, facts);
        assert!(!run.stderr.contains("change-"), "a password is shown: {}", run.stderr);
    };
    let place = format!("localhost:{}", broker.port);
    refused(&organiser, &[], &[&place]);
    refused(&organiser.replace("change-me", "change-you"), &["--ca", &certificate], &[&place, "--creds"]);
    refused("nats://localhost:1", &[], &["localhost:1", "nats-server"]);
    assert_eq!(results(&world, "cluster.db"), expected);
}

#[test]
fn what_does_not_fit_is_refused_and_changes_nothing() {
    let world = world(0.0);
    let Some(mut broker) = Broker::start(&world, "") else { return skipped() };
    let more = "games = 1\n";
    let expected = expected(&world, more);
    tournament(&world, "cluster", &format!("{more}{TRUSTED}"));
    let url = broker.url();
    let jetstream = |work: &dyn Fn(async_nats::jetstream::Context) -> Pin<Box<dyn Future<Output = ()>>>| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let client = async_nats::connect(&url).await.unwrap();
            work(async_nats::jetstream::new(client.clone())).await;
            client.flush().await.unwrap();
        });
    };
    let run = ["tournament", "run", "cluster.toml", "--nats", &url, "--quiet"];
    // A stream of somebody else.
    let foreign = || stream::Config {
        name: "RATHAUS_MATCHES".into(),
        subjects: vec!["rathaus.matches.mine".into()],
        ..stream::Config::default()
    };
    jetstream(&|context| Box::pin(async move { drop(context.create_stream(foreign()).await.unwrap()) }));
    crate::games::run(&world, &run)
        .assert_refused(1, &["RATHAUS_MATCHES", &format!("127.0.0.1:{}", broker.port)]);
    broker.restart_empty();
    // A spec of another version ends a worker. A source that somebody has changed is mended.
    let coordinator = Process::start(&world, "run", &run);
    wait_until("specs are there", || {
        jetstream(&|context| {
            Box::pin(async move {
                let stream = context.get_stream("RATHAUS_MATCHES").await;
                // The sources are there before the specs.
                let is_there = stream.is_ok_and(|stream| stream.cached_info().state.messages > 0);
                IS_THERE.store(is_there, Ordering::Relaxed);
            })
        });
        IS_THERE.load(Ordering::Relaxed)
    });
    drop(coordinator);
    jetstream(&|context| {
        Box::pin(async move {
            let store = context.get_object_store("RATHAUS_SOURCES").await.unwrap();
            let mut list = store.list().await.unwrap();
            let mut names = Vec::new();
            while let Some(object) = futures_util::StreamExt::next(&mut list).await {
                names.push(object.unwrap().name);
            }
            for name in names {
                store.put(name.as_str(), &mut &b"{}"[..]).await.unwrap();
            }
            let old = json!({ "protocol": 1, "rathaus": "0.0.9", "of": "an older version" }).to_string();
            let subject = format!("rathaus.matches.old.{}", "0".repeat(64));
            context.publish(subject, old.into()).await.unwrap().await.unwrap();
            // Results for no spec, and of a worker of another version.
            let report = json!({ "protocol": 1, "deliveries": 1, "is_audit": false,
                                 "declined": { "reason": "unable", "words": "\u{1b}[31mred" } })
            .to_string();
            let subject = format!("rathaus.reports.old.zoe.{}", "0".repeat(64));
            context.publish(subject, report.into()).await.unwrap().await.unwrap();
        })
    });
    let mut coordinator = Process::start(&world, "run", &run);
    let mut one = Process::worker(&world, &url, "one", &["-v"]);
    let (code, log) = one.end();
    assert_eq!(code, Some(1), "{log}");
    crate::common::assert_mentions(&log, &["0.0.9", env!("CARGO_PKG_VERSION")]);
    // NATS 2.9 then gives earlier specs to nobody.
    jetstream(&|context| {
        Box::pin(async move {
            let stream = context.get_stream("RATHAUS_MATCHES").await.unwrap();
            stream.purge().filter("rathaus.matches.old.*").await.unwrap();
        })
    });
    let two = Process::worker(&world, &url, "two", &["-v"]);
    let (code, log) = coordinator.end();
    assert_eq!(code, Some(0), "{log}{}", two.log());
    assert_eq!(results(&world, "cluster.db"), expected);
}

/// Whether specs were found on the server.
static IS_THERE: AtomicBool = AtomicBool::new(false);
