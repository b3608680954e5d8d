//! `vote`: gives each point the status that most of three other strategies give it.

use seichi::territory::{Scoring, Strategy, TerritoryMap, strategy};

/// The strategies that vote. The first decides if all three differ.
const VOTERS: [&str; 3] = ["linked", "grey", "independent"];

/// Lets three strategies vote on each point.
pub(super) const VOTE: Strategy = Strategy::own(
    "vote",
    "gives each point the status that most of linked, grey and independent give it",
    &decide,
);

fn decide(scoring: &mut Scoring<'_>, map: &mut TerritoryMap) {
    let answers = VOTERS.map(|name| {
        let mut answer = TerritoryMap::default();
        scoring.decide(
            strategy(name).expect("a strategy of the table"),
            &mut answer,
        );
        answer
    });
    for index in scoring.analysis().empty() {
        let [one, two, three] = answers.each_ref().map(|answer| answer.statuses()[index]);
        let point = u16::try_from(index).expect("an index of a point");
        map.set(&[point], if two == three { two } else { one });
    }
}
