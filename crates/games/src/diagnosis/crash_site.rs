//! Finds where in its own source a program crashed, from what its language wrote to stderr.

use std::sync::LazyLock;

use regex::Regex;

use crate::harmless::shortened;

/// The place of an error in a bot's source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrashSite {
    /// The file, relative to the submission's folder.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The error, in the words of the language.
    pub message: String,
}

/// How a language reports an error that ends a program.
struct TraceFormat {
    /// Matches a frame of the trace. The groups are `file`, `line`, and optionally `message`.
    frame: Regex,
    /// Which frame has the error, if there are several.
    innermost: Innermost,
    /// Matches a line with the `message`, for formats whose frames have none.
    message: Option<Regex>,
}

/// Which frame is the innermost one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Innermost {
    First,
    Last,
}

/// The formats of all languages. The unambiguous ones come first, because the first match wins.
static FORMATS: LazyLock<Vec<TraceFormat>> = LazyLock::new(|| {
    use Innermost::{First, Last};
    vec![
        // Python: the message is the last line without indentation.
        format(
            r#"(?m)^\s*File "(?<file>[^"<]+)", line (?<line>\d+)"#,
            Last,
            Some(r"(?m)^(?<message>[A-Za-z_][\w.]*(?:: .*)?)$"),
        ),
        // Java.
        format(
            r"(?m)^\s+at [\w.$<>]+\((?<file>\w+\.java):(?<line>\d+)\)",
            First,
            Some(r"(?m)^(?:Exception in thread \S+ )?(?<message>[\w.$]+(?:Exception|Error)\b.*)$"),
        ),
        // Rust.
        format(
            r"(?m)^thread .* panicked at (?<file>\S+\.rs):(?<line>\d+)(?::\d+)?:\n(?<message>.*)$",
            First,
            None,
        ),
        // JavaScript: the report begins with the place.
        format(
            r"(?m)^(?:file://)?(?<file>\S+\.[cm]?js):(?<line>\d+)$",
            First,
            Some(r"(?m)^(?:Uncaught )?(?<message>\w*(?:Error|Exception)\b.*)$"),
        ),
        // C#, if the runtime knows line numbers.
        format(
            r"(?m)^\s+at .* in (?<file>\S+\.cs):(?:line )?(?<line>[1-9]\d*)",
            First,
            Some(r"(?m)^(?<message>[\w.]+Exception\b.*)$"),
        ),
        // Ruby, bash and Lua.
        format(r"(?m)^(?<file>\S+\.rb):(?<line>\d+):in .*?: (?<message>.+)$", First, None),
        format(r"(?m)^(?<file>\S+\.rb):(?<line>\d+): (?<message>.+)$", First, None),
        format(r"(?m)^(?<file>\S+): line (?<line>\d+): (?<message>.+)$", First, None),
        format(r"(?m)^\S*lua\S*: (?<file>\S+\.lua):(?<line>\d+): (?<message>.+)$", First, None),
        // PHP and Perl.
        format(
            r"(?m)^(?:PHP )?(?<message>\w[\w ]*: .*?) in (?<file>\S+\.php)(?::| on line )(?<line>\d+)",
            First,
            None,
        ),
        format(r"(?m)^(?<message>.+?) at (?<file>\S+\.p[lm]) line (?<line>\d+)", First, None),
    ]
});

fn format(frame: &str, innermost: Innermost, message: Option<&str>) -> TraceFormat {
    let regex = |pattern: &str| Regex::new(pattern).expect("the pattern is tested");
    TraceFormat { frame: regex(frame), innermost, message: message.map(regex) }
}

/// How compilers report errors: variations of `file:line:column: error: words`.
static COMPILERS: LazyLock<Vec<TraceFormat>> = LazyLock::new(|| {
    use Innermost::First;
    vec![
        // C, C++ and Java.
        format(
            r"(?m)^(?<file>[^\s:][^:\n]*):(?<line>\d+):(?:\d+:)? (?:fatal )?error: (?<message>.+)$",
            First,
            None,
        ),
        // C#.
        format(r"(?m)^(?<file>[^\s(][^(\n]*)\((?<line>\d+),\d+\): error (?<message>.+)$", First, None),
        // Rust: the message is above the place.
        format(
            r"(?m)^\s*--> (?<file>\S+\.rs):(?<line>\d+):\d+$",
            First,
            Some(r"(?m)^error(?:\[E\d+\])?: (?<message>.+)$"),
        ),
    ]
});

/// Finds the first error in the output of a build.
pub fn find_in_build(output: &str) -> Option<CrashSite> {
    COMPILERS.iter().find_map(|format| format.find(output)).or_else(|| find(output))
}

/// Finds the place of a crash in the end of a program's stderr. `None` if no known format matches,
/// or if the error is not in a file of the bot.
pub fn find(stderr: &str) -> Option<CrashSite> {
    FORMATS.iter().find_map(|format| format.find(stderr))
}

impl TraceFormat {
    fn find(&self, stderr: &str) -> Option<CrashSite> {
        let mut frames = self.frame.captures_iter(stderr).filter(|frame| is_own(&frame["file"]));
        let frame = match self.innermost {
            Innermost::First => frames.next(),
            Innermost::Last => frames.last(),
        }?;
        let message = match &self.message {
            None => frame["message"].to_owned(),
            Some(message) => {
                let mut found = message.captures_iter(stderr).map(|found| found["message"].to_owned());
                match self.innermost {
                    Innermost::First => found.next(),
                    Innermost::Last => found.filter(|line| line != "raised").last(),
                }?
            }
        };
        let line = frame["line"].parse().ok()?;
        let (file, message) = (own_path(&frame["file"]), without_objects(message.trim()));
        let message = if file.ends_with(".rb") { class_first(&message) } else { message };
        Some(CrashSite { file, line, message: shortened(&message, MAX_MESSAGE_CHARS) })
    }
}

/// Whether a file can belong to the bot. Installed libraries have absolute paths.
fn is_own(file: &str) -> bool {
    file.len() <= MAX_PATH_BYTES && (!file.starts_with('/') || file.contains(SOURCE_FOLDER))
}

/// The longest path on Linux.
const MAX_PATH_BYTES: usize = 4096;

/// The maximum number of characters of a message. A bot chooses its messages, and each stands in
/// the first line of a fault.
pub(super) const MAX_MESSAGE_CHARS: usize = 300;

/// The folder of a build with the files of the submission.
const SOURCE_FOLDER: &str = "/source/";

/// Puts the class of an error first, as all languages but Ruby do: `no (KeyError)` becomes
/// `KeyError: no`.
fn class_first(message: &str) -> String {
    let split = message.strip_suffix(')').and_then(|message| message.rsplit_once(" ("));
    match split {
        Some((words, class)) if class.split("::").all(|part| part.chars().all(char::is_alphanumeric)) => {
            format!("{class}: {words}")
        }
        _ => message.to_owned(),
    }
}

fn own_path(file: &str) -> String {
    file.rsplit_once(SOURCE_FOLDER).map_or(file, |(_, own)| own).to_owned()
}

/// The message without the contents of objects, which Ruby prints at any length: `#<Player:0x0000
/// @genome=5>` becomes `#<Player>`.
pub fn without_objects(message: &str) -> String {
    let mut kept = String::with_capacity(message.len());
    let mut rest = message;
    while let Some(start) = rest.find("#<") {
        let (before, object) = rest.split_at(start);
        kept.push_str(before);
        let name =
            object[2..].split(|letter: char| !letter.is_alphanumeric() && !"_:".contains(letter)).next();
        let name = name.unwrap_or_default().split(":0x").next().unwrap_or_default();
        kept.push_str("#<");
        kept.push_str(name);
        kept.push('>');
        rest = &object[end_of_object(object)..];
    }
    kept + rest
}

/// The length of the object at the start of a text. An object that was cut off extends to the end.
fn end_of_object(object: &str) -> usize {
    let mut depth = 0_usize;
    for (at, letter) in object.char_indices() {
        match letter {
            '<' if object[..at].ends_with('#') => depth += 1,
            '>' if !object[..at].ends_with(['=', '-']) => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return at + 1;
        }
    }
    object.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(stderr: &str) -> (String, u32, String) {
        let CrashSite { file, line, message } = find(stderr).expect("a known format");
        (file, line, message)
    }

    fn found(file: &str, line: u32, message: &str) -> (String, u32, String) {
        (file.into(), line, message.into())
    }

    #[test]
    fn python() {
        let stderr = "Traceback (most recent call last):\n  File \"/usr/lib/python3.11/runpy.py\", line 8, in f\n    x()\n  File \"crash.py\", line 2, in <module>\n    print(undefined_name)\n          ^^^^\nNameError: name 'undefined_name' is not defined\nraised NameError: the same\n";
        // The last frame is the innermost one. The adapter's own line has no place.
        let expected = found("crash.py", 2, "NameError: name 'undefined_name' is not defined");
        assert_eq!(site(stderr), expected);
    }

    #[test]
    fn a_syntax_error_of_python() {
        let stderr = "  File \"syntax.py\", line 2\n    def choose(x:\n              ^\nSyntaxError: '(' was never closed\n";
        assert_eq!(site(stderr), found("syntax.py", 2, "SyntaxError: '(' was never closed"));
    }

    #[test]
    fn ruby_without_the_contents_of_objects() {
        let stderr = "p.rb:3:in `turn': undefined method `nope_at' for #<Foo:0x00007fd2 @rng=#<Rathaus::TurnRandom:0x00007 @seed=5>, @vision=[[-1, -1]]> (NoMethodError)\n\n  self.nope_at(3)\n";
        assert_eq!(site(stderr), found("p.rb", 3, "NoMethodError: undefined method `nope_at' for #<Foo>"));
    }

    #[test]
    fn java() {
        let stderr = "Exception in thread \"main\" java.lang.ArrayIndexOutOfBoundsException: Index 3 out of bounds for length 1\n\tat java.base/java.util.ArrayList.get(ArrayList.java:427)\n\tat A.f(A.java:7)\n\tat A.main(A.java:1)\n";
        let message = "java.lang.ArrayIndexOutOfBoundsException: Index 3 out of bounds for length 1";
        assert_eq!(site(stderr), found("A.java", 7, message));
    }

    #[test]
    fn javascript() {
        let stderr = "a.js:2\nfoo.bar(1);\n^\n\nReferenceError: foo is not defined\n    at Object.<anonymous> (a.js:2:1)\n    at Module._compile (node:internal/modules/cjs/loader:1521:14)\n";
        assert_eq!(site(stderr), found("a.js", 2, "ReferenceError: foo is not defined"));
    }

    #[test]
    fn rust() {
        let stderr = "\nthread 'main' (3) panicked at /cache/builds/ab/source/src/a.rs:1:50:\nindex out of bounds: the len is 0 but the index is 3\nnote: run with `RUST_BACKTRACE=1`\n";
        assert_eq!(
            site(stderr),
            found("src/a.rs", 1, "index out of bounds: the len is 0 but the index is 3")
        );
    }

    #[test]
    fn scripts() {
        assert_eq!(
            site("no such thing at a.pl line 2, <STDIN> line 1.\n"),
            found("a.pl", 2, "no such thing")
        );
        assert_eq!(site("a.sh: line 3: foo: unbound variable\n"), found("a.sh", 3, "foo: unbound variable"));
        let lua = "/usr/bin/lua: a.lua:2: attempt to index a nil value (global 'foo')\nstack traceback:\n";
        assert_eq!(site(lua), found("a.lua", 2, "attempt to index a nil value (global 'foo')"));
        let php = "PHP Fatal error:  Uncaught Error: Call to undefined function foo() in a.php:3\n";
        assert_eq!(
            site(php),
            found("a.php", 3, "Fatal error:  Uncaught Error: Call to undefined function foo()")
        );
    }

    #[test]
    fn compilers() {
        let first = |output: &str| find_in_build(output).map(|site| (site.file, site.line, site.message));
        let gcc = "a.cpp: In function 'int main()':\na.cpp:1:20: error: 'foo' was not declared\n    1 | x\n";
        assert_eq!(first(gcc), Some(found("a.cpp", 1, "'foo' was not declared")));
        let javac = "A.java:4: error: ';' expected\n  int x\n";
        assert_eq!(first(javac), Some(found("A.java", 4, "';' expected")));
        let csharp = "a.cs(4,12): error CS1525: Unexpected symbol `}'\n";
        assert_eq!(first(csharp), Some(found("a.cs", 4, "CS1525: Unexpected symbol `}'")));
        let rust = "warning: unused\nerror[E0425]: cannot find value `x`\n --> a.rs:2:5\n";
        assert_eq!(first(rust), Some(found("a.rs", 2, "cannot find value `x`")));
        let ruby = "a.rb:2: syntax error, unexpected integer literal, expecting ')'\n  puts 1\n";
        assert_eq!(
            first(ruby),
            Some(found("a.rb", 2, "syntax error, unexpected integer literal, expecting ')'"))
        );
    }

    #[test]
    fn an_error_in_a_library_alone_has_no_place() {
        assert_eq!(find("  File \"/usr/lib/python3.11/runpy.py\", line 8, in f\nOSError: full\n"), None);
        assert_eq!(find("terminate called after throwing an instance of 'std::out_of_range'\n"), None);
        assert_eq!(find(""), None);
    }

    #[test]
    fn a_long_message_is_cut() {
        let stderr = format!("a.rb:1:in `f': {} (NameError)\n", "é#<".repeat(5_000));
        assert!(find(&stderr).expect("a place").message.chars().count() <= MAX_MESSAGE_CHARS + 4);
        let stderr = format!("{}.rb:1:in `f': no (NameError)\n", "a".repeat(MAX_PATH_BYTES));
        assert_eq!(find(&stderr), None);
    }

    #[test]
    fn objects_that_were_cut_off() {
        assert_eq!(without_objects("for #<Foo:0x1 @a=#<Bar:0x2 @b"), "for #<Foo>");
        assert_eq!(without_objects("a => b #<X> c"), "a => b #<X> c");
        assert_eq!(without_objects("#<A::B:0x1 @f=->(x) { x }> end"), "#<A::B> end");
    }
}
