//! A person who replies, leaves, or does nothing.

use std::sync::Arc;

use super::*;

fn dialogue() -> Arc<PageDialogue> {
    let state = PlayState::new("a", "a", vec!["human".into()], 0, "1".into());
    Arc::new(PageDialogue::new(state, ExampleReplies::default()))
}

/// Asks on another thread, and waits until the question is shown.
fn asked(dialogue: &Arc<PageDialogue>, lines: usize) -> std::thread::JoinHandle<Vec<Option<String>>> {
    dialogue.show(0, "go\n");
    let asked = Arc::clone(dialogue);
    let reading = std::thread::spawn(move || (0..lines).map(|_| asked.read_line(0)).collect());
    while !dialogue.input().is_awaited {
        std::thread::yield_now();
    }
    reading
}

#[test]
fn a_reply_counts_once_and_for_its_question() {
    let dialogue = dialogue();
    assert!(dialogue.reply(0, vec!["early".into()]).is_err());
    let reading = asked(&dialogue, 2);
    for wrong in [vec![], vec!["a\nb".into()], vec![String::new(); MAX_LINES + 1]] {
        assert!(dialogue.reply(1, wrong).is_err());
    }
    assert!(dialogue.reply(2, vec!["x".into()]).is_err());
    dialogue.reply(1, vec!["one".into(), "two".into(), "three".into()]).unwrap();
    assert_eq!(reading.join().unwrap(), [Some("one".into()), Some("two".into())]);
    assert!(dialogue.reply(1, vec!["again".into()]).is_err());
    let reading = asked(&dialogue, 1);
    assert!(dialogue.reply(1, vec!["late".into()]).is_err());
    dialogue.reply(2, vec!["next".into()]).unwrap();
    assert_eq!(reading.join().unwrap(), [Some("next".into())]);
}

#[test]
fn who_leaves_writes_no_more() {
    let dialogue = dialogue();
    let reading = asked(&dialogue, 1);
    dialogue.finish(PlayEnd::Left { why: "gone".into() });
    assert_eq!(reading.join().unwrap(), [None]);
    assert!(dialogue.is_over(), "the last line does not begin the match again");
    assert!(dialogue.reply(1, vec!["x".into()]).is_err());
}

#[test]
fn patience_ends_for_whom_no_page_and_no_reply_speaks() {
    let dialogue = dialogue();
    let limits = |absent, thinking, whole| {
        let [absent, thinking, whole] = [absent, thinking, whole].map(Duration::from_secs);
        PersonTimeLimits { absent, thinking, whole }
    };
    std::thread::sleep(Duration::from_millis(10));
    assert_eq!(dialogue.overdue(&limits(9, 9, 9)), None);
    assert_eq!(dialogue.overdue(&limits(0, 9, 9)), Some("no page showed the match any more"));
    assert_eq!(dialogue.overdue(&limits(9, 0, 9)), None, "nothing is asked");
    assert_eq!(dialogue.overdue(&limits(9, 9, 0)), Some("it took too long"));
    let reading = asked(&dialogue, 1);
    std::thread::sleep(Duration::from_millis(10));
    let _page = dialogue.news();
    assert_eq!(dialogue.overdue(&limits(1, 0, 9)), Some("the person did not reply"));
    dialogue.close();
    reading.join().unwrap();
}
