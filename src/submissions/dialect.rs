//! Detects dialects of a language that need another toolchain.

use std::path::Path;

use regex::Regex;
use serde::Deserialize;

use super::adapter::{LanguageAdapter, regex};
use super::blank::blank;

/// A dialect, and the patterns that distinguish it from the language itself.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LanguageDialectPatterns {
    pub(super) name: String,
    /// Extensions of files that are never in this dialect.
    #[serde(default)]
    not_in: Vec<String>,
    /// The author declares this dialect. This and `denied` are searched in the whole text.
    #[serde(deserialize_with = "regex")]
    declared: Regex,
    /// The author declares that it is not this dialect.
    #[serde(deserialize_with = "regex")]
    denied: Regex,
    /// Syntax that only this dialect has. This, `names` and `provided` are searched in the code
    /// without comments and strings.
    #[serde(deserialize_with = "regex")]
    syntax: Regex,
    /// Names that only this dialect has.
    #[serde(deserialize_with = "regex")]
    names: Regex,
    /// The source itself defines these names.
    #[serde(deserialize_with = "regex")]
    provided: Regex,
}

impl LanguageDialectPatterns {
    fn fits(&self, text: &str, code: &str) -> bool {
        if self.declared.is_match(text) || self.denied.is_match(text) {
            return self.declared.is_match(text);
        }
        self.syntax.is_match(code) || (self.names.is_match(code) && !self.provided.is_match(code))
    }
}

impl LanguageAdapter {
    /// The dialect of a source, if it is in one.
    pub(super) fn dialect_of(&self, text: &str, file: &Path) -> Option<&str> {
        if self.dialects.is_empty() {
            return None;
        }
        let code = blank(text, &self.lexis());
        let possible = |dialect: &&LanguageDialectPatterns| {
            !dialect.not_in.iter().any(|ending| file.extension().is_some_and(|it| it == ending.as_str()))
        };
        self.dialects
            .iter()
            .filter(possible)
            .find(|dialect| dialect.fits(text, &code))
            .map(|dialect| dialect.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use crate::submissions::adapters;

    fn check(source: &str, python2: bool) {
        let python = adapters().iter().find(|adapter| adapter.language == "python").unwrap();
        assert_eq!(
            python.dialect_of(source, "x.py".as_ref()),
            python2.then_some("Python 2"),
            "of {source:?}"
        );
    }

    #[test]
    fn python_2_is_known_by_its_syntax() {
        check("print x\n", true);
        check("if a:\n    print 'one', 'two'\n", true);
        check("if a: print\n", true);
        check("print >>sys.stderr, 'x'\n", true);
        check("try:\n    f()\nexcept ValueError, error:\n    pass\n", true);
        check("try:\n    f()\nexcept (ValueError, KeyError), error:\n    pass\n", true);
        check("raise ValueError, 'no'\n", true);
        check("exec code in names\n", true);
        check("a = 0777\n", true);
        check("a = 10L\n", true);
        check("a = `b`\n", true);
        check("if a <> b: pass\n", true);
        check("f = lambda (x, y): x\n", true);
    }

    #[test]
    fn python_2_is_known_by_its_names() {
        check("for i in xrange(3): pass\n", true);
        check("for value in values.itervalues(): pass\n", true);
        check("a = raw_input()\n", true);
        check("import urllib2\n", true);
        check("from itertools import izip\n", true);
        check("n = sys.maxint\n", true);
    }

    #[test]
    fn what_runs_on_python_3_is_left_alone() {
        check("print(x)\n", false);
        check("print ('one')\n", false);
        check("f = map(print, x)\n", false);
        check("print = log\n", false);
        check("x = 1.05 + 0.07 + 00\n", false);
        check("# print x\n'''\nprint x\n'''\n\"xrange(3)\"\n", false);
        check("try:\n    xrange\nexcept NameError:\n    xrange = range\nxrange(3)\n", false);
        check("def xrange(n): return range(n)\nxrange(3)\n", false);
        check("from functools import reduce\nreduce(f, x)\n", false);
        check("def draw(cmp): return cmp\n", false);
    }

    #[test]
    fn what_the_author_says_counts() {
        check("#!/usr/bin/env python2\nprint('x')\n", true);
        check("#! /usr/bin/python2.7\nprint('x')\n", true);
        check("#!/usr/bin/env python3\nfor i in xrange(3): pass\n", false);
        let python = adapters().iter().find(|adapter| adapter.language == "python").unwrap();
        assert_eq!(python.dialect_of("print 1", "x.py3".as_ref()), None);
    }
}
