//! ColorScore reads the genome and breaks ties a little differently from language to language, as
//! it did in the original controllers. Its success must be the same: on the same boards, no two
//! languages may differ by more than chance explains.

use crate::common::matches;
use crate::language;
use crate::source::color_score;
use crate::workshop::Workshop;

const BOARDS: usize = 60;

/// The most standard errors between two languages. None of ten pairs exceeds it in 19 of 20 cases.
/// The seed is fixed, so the suite always passes or always fails.
const LIMIT: f64 = 2.8;

/// The players of all languages play the same boards, and are compared in pairs.
pub fn is_the_same_in_every_language(workshop: &Workshop) -> Result<(), String> {
    let sources = language::all().iter().map(color_score).collect::<Result<Vec<_>, _>>()?;
    let bots: Vec<&str> = sources.iter().map(|source| source.path.to_str().expect("UTF-8")).collect();
    let count = BOARDS.to_string();
    let result = workshop
        .world
        .play(&[bots.as_slice(), &["--boards", &count, "--seed", "5", "--set", "turns=2000"]].concat());
    let logs = |index| -> Vec<f64> {
        let score = |one: &serde_json::Value| one["score"].as_f64().expect("a score").ln();
        matches(&result, index).iter().map(score).collect()
    };
    let logs: Vec<Vec<f64>> = (0..bots.len()).map(logs).collect();
    for (index, one) in logs.iter().enumerate() {
        assert_eq!(one.len(), BOARDS);
        for other in &logs[..index] {
            let z = standard_errors_apart(one, other);
            let name = &result["submissions"][index]["name"];
            assert!(z.abs() < LIMIT, "{name} is {z} standard errors away from another language");
        }
    }
    Ok(())
}

/// The mean difference of paired values, in its standard errors.
fn standard_errors_apart(one: &[f64], other: &[f64]) -> f64 {
    let count = one.len() as f64;
    let differences: Vec<f64> = one.iter().zip(other).map(|(one, other)| one - other).collect();
    let mean = differences.iter().sum::<f64>() / count;
    let variance =
        differences.iter().map(|difference| (difference - mean).powi(2)).sum::<f64>() / (count - 1.0);
    mean / (variance / count).sqrt()
}
