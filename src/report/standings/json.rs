//! Standings as JSON. `docs/JSON.md` describes it.

use serde_json::{Value, json};

use super::adaptive::AdaptiveSummary;
use super::{EntrantPairComparison, RoundHistory, Standings, StandingsRow, pairs};
use crate::report::{SubmissionDescription, joined};
use crate::tournament::standings::VictoryCycle;

/// The most entrants whose pairs and rounds are in the JSON unless that asks for all.
const MOST_COMPARED: usize = 100;

/// How much of the standings is in the JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonExtent {
    /// Only what the table shows.
    Table,
    /// Also scores, pairs and rounds, unless these are too many.
    Listed,
    /// All pairs and rounds, and scores unless these are too many.
    AllPairs,
}

impl Standings {
    /// The standings as one JSON object.
    pub fn json(&self, extent: JsonExtent) -> Value {
        let mut json = self.table_json();
        if extent == JsonExtent::Table {
            return json;
        }
        let is_small = self.rows.len() <= MOST_COMPARED || extent == JsonExtent::AllPairs;
        let pairs = || self.pairs.iter().map(|pair| self.pair(pair)).collect::<Vec<_>>();
        json["pairs"] = is_small.then(pairs).into();
        json["cycles"] = self.cycles_json();
        json["rounds"] =
            self.history.as_ref().filter(|_| is_small).map(|history| self.rounds(history)).into();
        for (row, entrant) in self.rows.iter().zip(json["entrants"].as_array_mut().into_iter().flatten()) {
            entrant["scores"] = row.scores.all().map(scores).into();
        }
        json
    }

    /// The comparisons among `count` ranked entrants from the one at index `from`.
    pub fn pairs_among(&self, from: usize, count: usize) -> Value {
        let ranked = self.ranked();
        let among = from.min(ranked)..from.saturating_add(count).min(ranked);
        let pairs: Vec<Value> =
            pairs::among(&self.pairs, among.clone()).map(|pair| self.pair(pair)).collect();
        let names: Vec<&str> = self.rows[among.clone()].iter().map(|row| row.name.as_str()).collect();
        json!({ "all": ranked, "from": among.start, "entrants": names, "pairs": pairs, "cycles": self.cycles_json() })
    }

    /// The standings without scores, pairs and rounds.
    fn table_json(&self) -> Value {
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
            "group": self.group,
            "groups": self.groups_json(),
            "seed": self.state.seed,
            "count": self.state.count,
            "seats": self.state.seats,
            "format": self.state.format,
            "challenger": self.state.challenger,
            "challengers": self.state.challengers,
            "versions": self.state.versions,
            "teams": self.teams_json(),
            "team_score": (!self.state.teams.is_empty()).then_some(self.state.teams.score),
            "teammates_meet": self.state.teams.meet,
            "disqualify": self.state.disqualify,
            "phases": self.state.phases,
            "provisional_until": self.provisional_until,
            "sandboxes": sandboxes,
            "unproven": self.unproven,
            "matches": {
                "played": self.played.0,
                "ruled": self.ruled(),
                "all": self.played.1,
                "goes_on": self.continues,
            },
            "rulings": self.rulings_json(),
            "entrants": self.rows.iter().map(entrant).collect::<Vec<_>>(),
            "ratings": self.ratings,
            "has_pairs": !self.pairs.is_empty(),
            "encounters": self.encounters_json(),
            "adaptive": self.adaptive.as_ref().map(AdaptiveSummary::json),
        })
    }

    fn pair(&self, pair: &EntrantPairComparison) -> Value {
        json!({
            "one": self.rows[pair.one].name,
            "other": self.rows[pair.other].name,
            "won": pair.won,
            "equal": pair.equal,
            "paired": pair.paired,
            "e_value": pair.e_value,
            "p_adjusted": pair.adjusted,
            "decided": pair.is_decided(),
        })
    }

    fn cycles_json(&self) -> Value {
        let name = |entrant: &usize| self.rows[*entrant].name.as_str();
        let cycle = |VictoryCycle { entrants, shares }: &VictoryCycle| json!({ "entrants": entrants.iter().map(name).collect::<Vec<_>>(), "shares": shares });
        let strongest: Vec<Value> = self.cycles.strongest.iter().map(cycle).collect();
        json!({ "threes": self.cycles.threes, "strongest": strongest })
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

fn scores(scores: &[(u32, f64)]) -> Vec<Value> {
    scores.iter().map(|(number, score)| json!({ "number": number, "score": score })).collect()
}

fn entrant(row: &StandingsRow) -> Value {
    let of_game = json!({
        "rank": row.rank,
        "value": row.estimate,
        "by_group": row.by_group,
        "stats": row.stats,
        "played": row.scores.count(),
        "team": row.team,
        "ruled": row.ruled,
        "absent": row.entrant.absent,
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
