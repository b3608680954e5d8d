//! Finds how the opponent captures stones if a protective move is left out.

use super::capture::CaptureSearch;
use super::protection::{DoubleThreat, Protection, Series, Threat};
use crate::board::Color;
use crate::territory::{ProtectiveMove, Step};

impl Protection {
    /// Returns the moves by which the opponent captures stones if a protective move is left out.
    /// The protective move must not have been played yet.
    pub(super) fn refutation(&mut self, owed: ProtectiveMove, threat: &Threat) -> Vec<Step> {
        match threat {
            Threat::Capture => self.search.capturing_line(owed.stone, owed.owner),
            Threat::Life => Vec::new(),
            Threat::Ataris(series) => self.series_line(series, owed.owner),
            Threat::Double(threat) => self.double_threat_line(owed.point, owed.owner, threat),
            Threat::Cut(joint) => {
                let cut = [(owed.owner.opponent(), Some(*joint)), (owed.owner, None)];
                [
                    &cut,
                    &self.search.capturing_line(owed.stone, owed.owner)[..],
                ]
                .concat()
            }
        }
    }

    /// Returns the ataris of a series with their answers, and the moves that then capture a chain.
    fn series_line(&mut self, series: &Series, owner: Color) -> Vec<Step> {
        for &(color, point) in &series.moves {
            self.search.board.play(color, point.expect("no pass"));
        }
        let capture = self.search.capturing_line(series.stone, owner);
        for _ in &series.moves {
            self.search.board.board.undo();
        }
        [&series.moves[..], &capture[..]].concat()
    }

    /// Returns the line of play that starts with the opponent's double threat at `point` and ends
    /// with the capture of a chain of `owner`.
    fn double_threat_line(&mut self, point: u16, owner: Color, threat: &DoubleThreat) -> Vec<Step> {
        let mut line = vec![(owner.opponent(), Some(point))];
        self.search.board.play(owner.opponent(), point);
        let mut answer = None;
        for &point in &threat.answers {
            if self.search.board.play(owner, point) {
                answer = Some(point);
                break;
            }
        }
        line.push((owner, answer));
        for &stone in &threat.targets {
            if self.search.can_capture(stone, owner) {
                line.extend(self.search.capturing_line(stone, owner));
                break;
            }
        }
        if answer.is_some() {
            self.search.board.board.undo();
        }
        self.search.board.board.undo();
        line
    }
}

impl CaptureSearch {
    /// Returns the moves that capture the chain of `stone` if the opponent of `owner` moves first,
    /// or no moves if he cannot. The owner chooses the answers that delay the capture the longest,
    /// or passes if he has no move.
    fn capturing_line(&mut self, stone: u16, owner: Color) -> Vec<Step> {
        if self.is_left_to_dame(stone, owner) {
            return self
                .dame_next_to(stone)
                .map(|dame| (owner.opponent(), Some(dame)))
                .into_iter()
                .collect();
        }
        let Some(point) = self.capturing_move(stone, owner) else {
            return Vec::new();
        };
        let mut line = vec![(owner.opponent(), Some(point))];
        self.board.play(owner.opponent(), point);
        if self.board.color(stone) == Some(owner) {
            line.extend(self.longest_defence(stone, owner));
        }
        self.board.board.undo();
        line
    }

    /// Returns the owner's answer that delays the capture of the chain of `stone` the longest, and
    /// the rest of the line.
    fn longest_defence(&mut self, stone: u16, owner: Color) -> Vec<Step> {
        let answers = self.defences(stone, owner);
        let mut longest = Vec::new();
        for answer in answers {
            if self.board.play(owner, answer) {
                let line = self.capturing_line(stone, owner);
                if line.len() + 1 > longest.len() {
                    longest = [&[(owner, Some(answer))], &line[..]].concat();
                }
                self.board.board.undo();
            }
        }
        if longest.is_empty() {
            self.board.board.pass();
            longest = [&[(owner, None)], &self.capturing_line(stone, owner)[..]].concat();
            self.board.board.undo();
        }
        longest
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{Action, Color, MoveFault, Point, Position, idx16, replay};
    use crate::territory::{Evaluator, OwedMove, Step};

    /// Returns a board, and its dead stones, which are `X` for Black and `O` for White.
    fn board(rows: &str) -> (Position, Vec<Point>) {
        let rows: Vec<&str> = rows.split_whitespace().collect();
        let whole = Position::from_diagram(&rows.join("\n")).expect("a board");
        let is_dead =
            |at: &Point| rows[usize::from(at.y)].as_bytes()[usize::from(at.x)].is_ascii_uppercase();
        let dead = whole.size().iter().filter(is_dead).collect();
        (whole, dead)
    }

    /// Returns the owed moves of a board, and its dame.
    fn owed(whole: &Position, dead: &[Point]) -> (Vec<OwedMove>, Vec<Point>) {
        let (mut evaluator, mut rest) = (Evaluator::new(), whole.clone());
        for &stone in dead {
            rest.set(stone, None);
        }
        let mut scoring = evaluator.on(&rest, dead);
        let analysis = scoring.analysis();
        let points = analysis
            .neutral()
            .flat_map(|region| analysis.points(region))
            .map(|&point| usize::from(point));
        let dame = points
            .filter(|&point| !analysis.is_dead(point))
            .map(|point| analysis.grid().point(point))
            .collect();
        (scoring.owed_moves(), dame)
    }

    /// Fills `dame` with stones of `filler` and plays `moves` by the rules of the game. Returns the
    /// number of Black's and White's stones that the last move captures. All moves must be legal.
    fn captured_by_last(
        whole: &Position,
        filler: Color,
        dame: &[Point],
        moves: &[Step],
    ) -> [u32; 2] {
        let stones = whole
            .size()
            .iter()
            .filter_map(|at| Some((at, whole.get(at).color()?)));
        let setup = stones
            .chain(dame.iter().map(|&at| (at, filler)))
            .map(|(at, color)| Action::Setup(at, Some(color)));
        let played = moves
            .iter()
            .map(|&(color, at)| Action::Move(color, at.map(|at| whole.grid().point(at.into()))));
        let actions: Vec<Action> = setup.chain(played).collect();
        let [before, after] = [1, 0].map(|left| {
            let end = replay(whole.size(), &actions[..actions.len() - left])
                .expect("points on the board");
            let is_legal = |&(_, fault): &_| fault == MoveFault::SameColorTwice;
            assert!(end.faults.iter().all(is_legal), "{moves:?} on\n{whole}");
            end.prisoners
        });
        // Black's prisoners are White's stones
        [after[1] - before[1], after[0] - before[0]]
    }

    /// The top two rows of some boards. White has territory there, and Black has two eyes.
    const ABOVE: &str = "........ox.x. oooooooooxxxx";

    #[test]
    fn refutation_captures_by_the_rules_of_the_game() {
        let cut_off = format!("{ABOVE} oooo.oooox.x. oxxxxooxoxxxx oox..xxxox.x. .oox..x.xxxxx");
        let captured = format!("{ABOVE} oooo.oooox.x. oxxxxooxoxxxx ooxO.xxxox.x. .oox..x.xxxxx");
        let double = "o.o.oooo oooooooo xoxxxxxx xx.....x ..O.x..x \
             xxxOOx.x xooxx..x .oooxxxx o.ooxxxx .o.oxxxx"
            .to_owned();
        let more_than_retaken = ".oo.oo ..xoo. ....o. ...oo. .ooo.. ..oo..".to_owned();
        let cut_in_sente =
            format!("{ABOVE} oooo..ooox.x. oxxxx.oxoxxxx oox..xxxox.x. .oox..x.xxxxx");
        let last_dame = "ooo.oo. o.oxxoo ooxOOxo oox.xxo oox..xo ooxxxxo oox.x.x".to_owned();
        let ataris = "xxoo.x oo..oo ...oxx ....ox o..oox oo.ox.".to_owned();
        let pair = "xxxxxx .xx... xo.... .x.... xx.x.x .xxxx.".to_owned();
        for (rows, expected) in [
            (cut_off, &["D2 or E2 D2 E1 captured 7"][..]),
            (captured, &["E2 or E2 captured 5"]),
            (double, &["B6 or B6 A6 C7 captured 8"]),
            (more_than_retaken, &["D6 or D6 captured 2"]),
            (cut_in_sente, &["D2 or F3 pass E2 D2 E1 captured 7"]),
            (last_dame, &["D4 or D7 captured 2"]),
            (ataris, &["C5 or C5 D5 C4 D3 B4 C3 A4 captured 2"]),
            (pair, &["A5 or A5 captured 8", "A3 or A3 captured 10"]),
        ] {
            let (whole, dead) = board(&rows);
            let (owed, dame) = owed(&whole, &dead);
            let mut filled: Vec<Step> = Vec::new();
            let name = |at: u16| whole.grid().point(at.into()).name(whole.size());
            let mut found = Vec::new();
            for OwedMove {
                owed, refutation, ..
            } in &owed
            {
                let opponent = owed.owner.opponent();
                assert_eq!(
                    refutation.first().map(|first| first.0),
                    Some(opponent),
                    "{rows}"
                );
                let moves = [&filled[..], refutation].concat();
                let left = |point: &&Point| {
                    refutation
                        .iter()
                        .all(|step| step.1 != Some(idx16(whole.grid().index(**point))))
                };
                let dame: Vec<Point> = dame.iter().filter(left).copied().collect();
                let captured =
                    captured_by_last(&whole, opponent, &dame, &moves)[owed.owner.index()];
                let line: Vec<String> = refutation
                    .iter()
                    .map(|step| step.1.map_or("pass".into(), name))
                    .collect();
                found.push(format!(
                    "{} or {} captured {captured}",
                    name(owed.point),
                    line.join(" ")
                ));
                filled.push((owed.owner, Some(owed.point)));
            }
            assert_eq!(found, expected, "{rows}");
        }
    }
}
