//! What is read from posts.

use rathaus_games::built_in;

use super::heading::HeadingFacts;
use super::language_hint::LanguageHint;
use super::names::folder;
use super::{ImportPlan, ParsedPostFile, importable_language, post};

/// A game for which adapters find entry points, and one without any.
const WITH_ENTRY_POINTS: &str = "rat-race";
const PROGRAMS: &str = "prisoners-dilemma";

const PYTHON: &str = "class Walker(Player):\n    def turn(self):\n        return 1, 0\n";

fn read(text: &str) -> ParsedPostFile {
    ParsedPostFile::from_text("post.md".as_ref(), text.into()).unwrap()
}

fn plan(text: &str, game: &str, language: Option<&str>) -> ImportPlan {
    let language = language.map(|language| importable_language(language).unwrap());
    read(text).plan(&built_in(game).unwrap(), language).unwrap()
}

/// The folder, author and language of each submission.
fn placed(text: &str, game: &str) -> Vec<(String, Option<String>, String)> {
    let placed = plan(text, game, None).placed.into_iter();
    placed.map(|one| (one.folder, one.author, one.language)).collect()
}

/// The reason for the only block that is not placed, and whether it is likely a submission.
fn left_out(text: &str, game: &str) -> (String, bool) {
    let mut blocks = plan(text, game, None).not_placed;
    assert_eq!(blocks.len(), 1, "{blocks:#?}");
    let block = blocks.remove(0);
    (block.reason, block.is_likely_submission)
}

fn indented(code: &str) -> String {
    code.lines().map(|line| format!("    {line}\n")).collect()
}

#[test]
fn headings_name_a_bot_and_its_language() {
    for (heading, name, language) in [
        ("Straight Ahead - C++ - about 800 points", "Straight Ahead", "cpp"),
        ("Ruby - DiceThrower", "DiceThrower", "ruby"),
        ("Python, Neighbours, Score = 259.8 over 100 games", "Neighbours", "python"),
        ("Gazer | C# | Scores: 220 in 1520 games", "Gazer", "csharp"),
        ("Plodder C++ (score of 9.7)", "Plodder", "cpp"),
        ("Hopper, Python 2", "Hopper", "python"),
        ("FarSight, C++11 ≈ 74.7", "FarSight", "cpp"),
        ("XY (Examples of Young), Java, Score = 0", "XY", "java"),
        ("Fixed: a C bot - C", "Fixed", "c"),
    ] {
        let facts = HeadingFacts::of(heading);
        assert_eq!(facts.name.as_deref(), Some(name), "{heading}");
        assert_eq!(facts.language, Some(language), "{heading}");
        assert!(facts.is_title(), "{heading}");
    }
    assert!(HeadingFacts::of("Guesser - Scored 113.266 in a test").is_title());
    assert!(HeadingFacts::of("Läufer - erzielte 113 Punkte").is_title());
    assert_eq!(HeadingFacts::of("Walker, by someone").author.as_deref(), Some("someone"));
    assert_eq!(HeadingFacts::of("Answer by some one").author.as_deref(), Some("some one"));
}

#[test]
fn headings_of_sections_name_no_bot() {
    for heading in ["Code", "The code:", "Results", "Score: 12", "12 Answers", "Python", "", "***"] {
        assert_eq!(HeadingFacts::of(heading).name, None, "{heading}");
    }
    assert_eq!(HeadingFacts::of("Python").language, Some("python"));
    assert!(HeadingFacts::of("12 Answers").is_answer);
}

#[test]
fn fences_and_comments_name_a_language() {
    for (word, language) in [
        ("lang-py", "python"),
        ("language-c++", "cpp"),
        ("{.ruby}", "ruby"),
        ("Java title=x", "java"),
        ("sh", "shell"),
    ] {
        assert_eq!(LanguageHint::of_word(word), LanguageHint::Known(language), "{word}");
    }
    assert_eq!(LanguageHint::of_word("lang-none"), LanguageHint::NoProgram);
    assert_eq!(LanguageHint::of_word(""), LanguageHint::Unsaid);
    assert_eq!(LanguageHint::of_word("haskell"), LanguageHint::Unknown("haskell".into()));
    let comment = "<!-- language: lang-cs -->\n";
    assert_eq!(LanguageHint::of_comment(comment), Some(LanguageHint::Known("csharp")));
    assert_eq!(LanguageHint::of_comment_for_all(comment), None);
}

#[test]
fn code_is_kept_without_the_indentation_of_the_post() {
    let code = "class Walker(Player):\n\tdef turn(self):\n\n\n\t\treturn 1, 0  # <b> & *x* \\* ü\n";
    let fenced = plan(&format!("# W - Python\n\n```\n{code}```\n"), WITH_ENTRY_POINTS, None);
    assert_eq!(fenced.placed[0].code, code);
    // Three of the spaces are those of the list.
    let in_list: String = code.lines().map(|line| format!("       {line}\n")).collect();
    let in_list = format!("1. W\n\n{in_list}");
    assert_eq!(plan(&in_list, WITH_ENTRY_POINTS, None).placed[0].code, code);
    let windows = format!("# W - Python\n\n{}", indented(code)).replace('\n', "\r\n");
    assert_eq!(plan(&windows, WITH_ENTRY_POINTS, None).placed[0].code, code);
}

#[test]
fn an_answer_in_several_languages_becomes_several_bots() {
    let ruby = "class Walker < Player\n  def turn\n    Vector2D.new(1, 0)\n  end\nend\n";
    let text = format!(
        "# Walker, score 2\n\n**Python**\n\n{}\n**Ruby**\n\n{}\nanswered May 1\n\n[an author](https://example.com/users/1/a)\n",
        indented(PYTHON),
        indented(ruby)
    );
    let author = Some("an author".to_owned());
    assert_eq!(
        placed(&text, WITH_ENTRY_POINTS),
        [
            ("walker-python".into(), author.clone(), "python".into()),
            ("walker-ruby".into(), author, "ruby".into())
        ]
    );
}

#[test]
fn the_author_is_below_the_answer_and_no_editor() {
    let text = format!(
        "# One - Python\n\n{0}\n## Results\n\nedited May 2\n\n[editor](/users/2/e)\n\nanswered May 1\n\n[author](/users/1/a)\n\n\
         [commenter](/users/3/c) May 3: good!\n\n# Two - Python\n\n{0}\nAuthor: somebody\n\n# Three - Python\n\n{0}",
        indented(PYTHON)
    );
    let authors: Vec<Option<String>> =
        placed(&text, WITH_ENTRY_POINTS).into_iter().map(|one| one.1).collect();
    assert_eq!(authors, [Some("author".into()), Some("somebody".into()), None]);
}

#[test]
fn bots_of_one_answer_are_named_by_the_text_before_them() {
    let text = "# Plants\n\nThe Idle - does nothing.\n\n> `a hash`\n\n```py\npass\n```\n\n\
                **The Echo** takes back.\n\n```py\nprint(input())\n```\n\nThey get:\n\n```py\nIdle: 3\n```\n";
    let folders: Vec<String> = placed(text, PROGRAMS).into_iter().map(|one| one.0).collect();
    assert_eq!(folders, ["the-idle", "the-echo"]);
}

#[test]
fn of_the_blocks_of_an_answer_the_one_that_reads_input_is_the_program() {
    let text =
        "# A - Python\n\n    scores = [1]\n    more = [2]\n    long = [3]\n\n## Code\n\n    print(input())\n";
    let plan = plan(text, PROGRAMS, None);
    assert_eq!((plan.placed.len(), plan.placed[0].line), (1, 9));
    assert!(plan.not_placed[0].reason.contains("snippet"));
}

#[test]
fn likely_submissions_are_told_from_other_text() {
    let good = format!("```py\n{PYTHON}```\n\n");
    let rat_race = |more: &str| left_out(&format!("{good}{more}"), WITH_ENTRY_POINTS);
    assert_eq!(rat_race("```\n1 1 1\n```"), ("names no language: give --language".into(), false));
    assert!(rat_race("# B - Python\n\n```\nx = 1\n```").1);
    assert!(rat_race("<pre><code>x</code></pre>").1);
    assert_eq!(rat_race("```\n\n```").0, "is empty");
    assert!(!rat_race("```text\nclass A(Player):\n```").1);
    assert!(rat_race("```py\nclass A(Player): pass\nclass B(Player): pass\n```").1);
    let unknown = left_out("```py\nprint(input())\n```\n\n```haskell\nmain = interact id\n```\n", PROGRAMS);
    assert!(unknown.0.contains("haskell") && unknown.1, "{unknown:?}");
}

#[test]
fn the_title_chooses_among_entry_points() {
    let text = "# Far Sight - Python\n\n```\nclass FarSight(Player): pass\nclass Near(Player): pass\n```\n";
    assert_eq!(plan(text, WITH_ENTRY_POINTS, None).placed[0].entry.as_deref(), Some("FarSight"));
}

#[test]
fn the_game_is_detected_by_entry_points_or_by_its_name() {
    let named = |text: &str| read(text).detected_game().map(|game| game.name().to_owned());
    assert_eq!(named(&format!("```\n{PYTHON}```\n")).as_deref(), Some(WITH_ENTRY_POINTS));
    assert_eq!(named("A Prisoner’s Dilemma.\n\n```py\npass\n```\n").as_deref(), Some(PROGRAMS));
    assert_eq!(named("Chess.\n\n```py\npass\n```\n"), None);
}

#[test]
fn prose_of_copied_text_is_no_title_and_no_source() {
    let text = "2914.13 | 2000 | someone | C++ | Believers\nIn Python, it is slow to play all of this.\n\
                Needs Java 8\nPython\n- Ruby, tested with version 2\nA Walker in C# walks.\n\
                The code, in Java:\nn1bnYdeb/bNDBKASWGywTRa0Ne9hMAkal3AuVZJgovI=\nis the hash of nothing here.\n";
    assert_eq!(read(text).blocks, []);
}

#[test]
fn a_restored_source_without_indentation_does_not_tell_its_language() {
    let text = "The Idle - does nothing.\nn1bnYdeb/bNDBKASWGywTRa0Ne9hMAkal3AuVZJgovI=\npass\n";
    assert_eq!(left_out(text, PROGRAMS), ("names no language: give --language".into(), true));
    let placed = plan(text, PROGRAMS, Some("python")).placed;
    assert_eq!((placed[0].name.as_str(), placed[0].code.as_str()), ("The Idle", "pass\n"));
}

#[test]
fn folders_are_safe() {
    for (name, expected) in [
        ("Hard Believers", "hard-believers"),
        ("LookAheadPlayer", "look-ahead-player"),
        ("../../etc/passwd", "etc-passwd"),
        ("-rf", "rf"),
        ("C++ & C#", "cpp-csharp"),
        ("\u{202e}gpj.\u{0}", "gpj"),
        ("Жадный", "bot"),
        ("Gläubige Ölspur", "glaubige-olspur"),
        ("a.toml", "a-toml"),
    ] {
        assert_eq!(folder(name), expected);
    }
    assert_eq!(folder(&"x".repeat(500)).len(), 48);
}

#[test]
fn names_that_differ_in_case_or_are_reserved_get_numbers() {
    let text: String = ["NUL", "Walker", "WALKER", "walker", "com1"]
        .map(|name| format!("# {name} - Python\n\n```\n{PYTHON}```\n\n"))
        .concat();
    let folders: Vec<String> = placed(&text, WITH_ENTRY_POINTS).into_iter().map(|one| one.0).collect();
    assert_eq!(folders, ["nul-2", "walker", "walker-2", "walker-3", "com1-2"]);
}

#[test]
fn posts_are_bounded() {
    assert!(post::blocks(&"# a\n".repeat(60_000)).is_err());
    let many = format!("```py\n{PYTHON}```\n\n").repeat(1_002);
    let plan = plan(&many, WITH_ENTRY_POINTS, None);
    assert_eq!((plan.placed.len(), plan.not_placed.len()), (1_000, 2));
    assert!(plan.not_placed[0].is_likely_submission);
}
