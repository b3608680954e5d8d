//! `vote`: gives each region the status that most of three other strategies give it.

use seichi::territory::{Approach, Decide, Strategy, Tools, Verdict, strategy};

/// The strategies that vote. The first decides where all three differ, and where a region has more
/// than one status.
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

    fn approach(&self) -> Approach<'_> {
        Approach::Own(self)
    }
}

impl Decide for Vote {
    fn decide(&self, tools: &mut Tools<'_>, verdict: &mut Verdict) {
        let answers = VOTERS.map(|name| {
            let mut answer = Verdict::default();
            tools.decide(
                strategy(name).expect("a strategy of the table"),
                &mut answer,
            );
            answer
        });
        let [first, second, third] = &answers;
        verdict.clone_from(first);
        for region in 0..first.regions().len() {
            let [one, two, three] = [first, second, third].map(|answer| answer.regions()[region]);
            if let (Some(_), Some(status)) = (one, two.filter(|_| two == three)) {
                verdict.set(region, status);
            }
        }
    }
}
