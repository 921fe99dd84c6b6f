//! Standings as JSON. `docs/JSON.md` describes it.

use serde_json::{Value, json};

use super::{EntrantPairComparison, RoundHistory, Standings, StandingsRow};
use crate::report::{SubmissionDescription, joined};

impl Standings {
    /// The standings as one JSON object.
    pub fn json(&self) -> Value {
        let pairs: Vec<Value> = self.pairs.iter().map(|pair| self.pair(pair)).collect();
        let sandboxes: Vec<Value> = self
            .sandboxes
            .iter()
            .map(|(sandbox, count)| json!({ "sandbox": sandbox, "matches": count }))
            .collect();
        json!({
            "rathaus": env!("CARGO_PKG_VERSION"),
            "title": self.state.title,
            "game": self.state.game,
            "parameters": self.state.parameters,
            "seed": self.state.seed,
            "count": self.state.count,
            "seats": self.state.seats,
            "format": self.state.format,
            "challenger": self.state.challenger,
            "disqualify": self.state.disqualify,
            "phases": self.state.phases,
            "provisional_until": self.provisional_until,
            "sandboxes": sandboxes,
            "matches": { "played": self.played.0, "all": self.played.1, "goes_on": self.continues },
            "entrants": self.rows.iter().map(entrant).collect::<Vec<_>>(),
            "pairs": pairs,
            "encounters": self.encounters_json(),
            "rounds": self.history.as_ref().map(|history| self.rounds(history)),
        })
    }

    fn pair(&self, pair: &EntrantPairComparison) -> Value {
        json!({
            "one": self.rows[pair.one].name,
            "other": self.rows[pair.other].name,
            "won": pair.won,
            "equal": pair.equal,
            "paired": pair.paired,
            "p_adjusted": pair.adjusted,
            "decided": pair.is_decided(),
        })
    }

    /// The history of scores by name of the entrant.
    fn rounds(&self, history: &RoundHistory) -> Value {
        let names = || self.rows.iter().map(|row| row.name.clone());
        let scores: serde_json::Map<String, Value> =
            names().zip(&history.scores).map(|(name, scores)| (name, json!(scores))).collect();
        let takes = history.takes.as_ref().map(|takes| {
            let of = |(name, takes): (String, &Vec<u64>)| {
                let from: serde_json::Map<String, Value> =
                    names().zip(takes).map(|(name, count)| (name, json!(count))).collect();
                (name, Value::Object(from))
            };
            Value::Object(names().zip(takes).map(of).collect())
        });
        json!({ "scores": scores, "takes": takes })
    }
}

fn entrant(row: &StandingsRow) -> Value {
    let of_game = json!({
        "rank": row.rank,
        "value": row.estimate,
        "scores": row.scores.iter().map(|(number, score)| json!({ "number": number, "score": score })).collect::<Vec<_>>(),
        "faulty": row.faulty,
        "disqualified": row.disqualified,
        "unverified": row.entrant.unverified,
    });
    let own = joined(SubmissionDescription::of(&row.name, &row.entrant).json(), of_game);
    let own = match row.place {
        Some(place) => joined(own, json!({ "place": place })),
        None => own,
    };
    match &row.more {
        Value::Null => own,
        more => joined(own, more.clone()),
    }
}
