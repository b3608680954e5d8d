//! `vote`: gives each region the status that most of three other strategies give it.

use seichi::territory::{Decide, Rule, Strategy, Tools, Verdict, strategy};

/// The strategies that vote. The first decides where all three differ, and where a region has more than one status.
const VOTERS: [&str; 3] = ["linked", "grey", "independent"];

/// Lets three strategies vote on each region.
pub(super) struct Vote;

impl Strategy for Vote {
    fn name(&self) -> &'static str {
        "vote"
    }

    fn summary(&self) -> &'static str {
        "gives each region the status that most of linked, grey and independent give it"
    }

    fn rule(&self) -> Rule<'_> {
        Rule::Own(self)
    }
}

impl Decide for Vote {
    fn decide(&self, tools: &mut Tools<'_>, verdict: &mut Verdict) {
        let [first, second, third] = VOTERS.map(|name| {
            let mut answer = Verdict::default();
            tools.decide(strategy(name).expect("a strategy of the table"), &mut answer);
            answer
        });
        verdict.clone_from(&first);
        let votes = second.regions().iter().zip(third.regions());
        for (region, (second, third)) in votes.enumerate().filter(|(region, _)| first.regions()[*region].is_some()) {
            if let Some(status) = second.filter(|_| second == third) {
                verdict.set(region, status);
            }
        }
    }
}
