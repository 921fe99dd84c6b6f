//! The list of tests: the cases for each language, and those that follow from the files of
//! its adapter.

use std::path::Path;
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};

use crate::cases::CASES;
use crate::checks::{files, host, success};
use crate::dialogue::Dialogue;
use crate::language::{self, Language, entries};
use crate::panics;
use crate::source::{self, Form, Source};
use crate::workshop::Workshop;

/// The result of a test.
type Outcome = Result<(), String>;

/// All tests, named by language and case.
pub fn all(workshop: &Arc<Workshop>) -> Vec<Trial> {
    let together = workshop.clone();
    let mut trials = vec![
        trial("all::every_file_is_described".into(), files::every_one_is_described),
        // It is slow, so it runs only with `--include-ignored`.
        trial("all::color_score_has_the_same_success".into(), move || {
            success::is_the_same_in_every_language(&together)
        })
        .with_ignored_flag(true),
    ];
    for language in language::all() {
        let mut of_language = OfLanguage { workshop, language: Arc::new(language), trials: Vec::new() };
        of_language.add_all();
        trials.extend(of_language.trials);
    }
    trials
}

fn trial(name: String, test: impl FnOnce() -> Outcome + Send + 'static) -> Trial {
    Trial::test(name, || panics::catch(test).map_err(Failed::from))
}

/// The tests of one language.
struct OfLanguage<'a> {
    workshop: &'a Arc<Workshop>,
    language: Arc<Language>,
    trials: Vec<Trial>,
}

impl OfLanguage<'_> {
    fn add(&mut self, name: &str, test: impl FnOnce(&Workshop, &Language) -> Outcome + Send + 'static) {
        let (workshop, language) = (self.workshop.clone(), self.language.clone());
        let name = format!("{}::{name}", language.name);
        self.trials.push(trial(name, move || test(&workshop, &language)));
    }

    fn add_all(&mut self) {
        self.add("files", files::each_one_has_a_use);
        for case in CASES {
            self.add(case.name, |workshop, language| case.run(workshop, language));
        }
        let tests = self.workshop.tests(&self.language);
        for dialogue in entries(&tests).iter().filter_map(|path| Dialogue::read(path)) {
            self.add_dialogue(&dialogue);
        }
        for path in entries(&tests.join("refused")) {
            self.add_refused(&path);
        }
    }

    /// Adds a dialogue, which is played by the submissions of the same name, in both forms if there
    /// are two, or by the submission that it names.
    fn add_dialogue(&mut self, dialogue: &Dialogue) {
        let name = dialogue.title();
        let sources = match dialogue.plays() {
            Some(source) => vec![source],
            None => Form::ALL
                .into_iter()
                .filter_map(|form| source::find(self.workshop, &self.language, &form.name(name)).ok())
                .collect(),
        };
        for source in &sources {
            let (source, dialogue) = (source.clone(), dialogue.clone());
            let form = source.form.map(|form| form.name(name)).unwrap_or_default();
            self.add(&format!("dialogue_{form}"), move |workshop, _| {
                dialogue.play(&workshop.program(&source));
                Ok(())
            });
        }
        if sources.is_empty() {
            let [whole, bare] = Form::ALL.map(|form| form.name(name));
            let problem = format!("{}: there is neither {bare} nor {whole} to play it", dialogue.name);
            self.add(&format!("dialogue_{name}"), |_, _| Err(problem));
        }
    }

    /// Adds a submission that must be refused in this language, unless the list of cases has it.
    fn add_refused(&mut self, path: &Path) {
        let source = Source { path: path.to_owned(), form: None };
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if CASES.iter().any(|case| case.needs == format!("refused/{name}")) {
            return;
        }
        self.add(&format!("refused_{name}"), move |workshop, language| {
            host::refuses(workshop, language, &source);
            Ok(())
        });
    }
}
