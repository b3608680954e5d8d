//! The arithmetic of the suite, which shares nothing with seichi.

use std::collections::{BTreeMap, BTreeSet};

/// A point as (x, y), from the top left.
pub(crate) type Place = (usize, usize);

/// The numbers on which a score depends, in addition to the board.
#[derive(Clone, Default)]
pub(crate) struct Rules {
    pub(crate) area: bool,
    pub(crate) name: String,
    pub(crate) komi: f64,
    pub(crate) handicap: u32,
    pub(crate) prisoners: [u32; 2],
    pub(crate) first_pass: Option<String>,
    pub(crate) group_tax: [u32; 2],
}

/// The stones of a case, and which of them are dead.
pub(crate) struct Board {
    rows: Vec<Vec<char>>,
    dead: BTreeSet<Place>,
}

fn letter(at: usize) -> char {
    let at = u8::try_from(at).expect("a small board");
    char::from(if at < 26 { b'a' + at } else { b'A' + at - 26 })
}

impl Board {
    pub(crate) fn new(rows: &[String], dead: &[String]) -> Self {
        let mut board = Self {
            rows: rows.iter().map(|row| row.chars().collect()).collect(),
            dead: BTreeSet::new(),
        };
        board.dead = dead.iter().map(|point| board.place(point)).collect();
        board
    }

    fn places(&self) -> impl Iterator<Item = Place> {
        let width = self.rows[0].len();
        (0..self.rows.len()).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    pub(crate) fn place(&self, point: &str) -> Place {
        self.places()
            .find(|&(x, y)| point.chars().eq([letter(x), letter(y)]))
            .expect("a point of the board")
    }

    /// The stones by the names of their points.
    pub(crate) fn stones(&self) -> BTreeMap<String, char> {
        let name = |(x, y)| [letter(x), letter(y)].iter().collect();
        let stones = self.places().filter(|&(x, y)| self.rows[y][x] != '.');
        stones
            .map(|(x, y)| (name((x, y)), self.rows[y][x]))
            .collect()
    }

    /// The living stone on a point, or `.`.
    fn living(&self, (x, y): Place) -> char {
        if self.dead.contains(&(x, y)) {
            '.'
        } else {
            self.rows[y][x]
        }
    }

    pub(crate) fn living_rows(&self) -> Vec<String> {
        let row = |y| {
            (0..self.rows[0].len())
                .map(|x| self.living((x, y)))
                .collect()
        };
        (0..self.rows.len()).map(row).collect()
    }

    fn around(&self, (x, y): Place) -> impl Iterator<Item = Place> {
        let near = [
            (x.wrapping_sub(1), y),
            (x + 1, y),
            (x, y.wrapping_sub(1)),
            (x, y + 1),
        ];
        near.into_iter()
            .filter(|&(x, y)| y < self.rows.len() && x < self.rows[0].len())
    }

    /// The connected points with living stones of the same colour, or without living stones.
    fn connected(&self, start: Place) -> Vec<Place> {
        let mut found = vec![start];
        let mut seen = BTreeSet::from([start]);
        let mut next = 0;
        while next < found.len() {
            for place in self.around(found[next]) {
                if self.living(place) == self.living(start) && seen.insert(place) {
                    found.push(place);
                }
            }
            next += 1;
        }
        found
    }

    /// Every chain and every empty region.
    fn parts(&self) -> Vec<Vec<Place>> {
        let mut seen = BTreeSet::new();
        let mut parts = Vec::new();
        for place in self.places() {
            if !seen.contains(&place) {
                let part = self.connected(place);
                seen.extend(part.iter().copied());
                parts.push(part);
            }
        }
        parts
    }

    fn touches(&self, part: &[Place], mut is_wanted: impl FnMut(Place) -> bool) -> bool {
        part.iter()
            .any(|&place| self.around(place).any(&mut is_wanted))
    }

    /// The owner of each point under the rule that a point belongs to the only colour it reaches.
    pub(crate) fn reached_by_one_color(&self) -> Vec<String> {
        let mut owners = BTreeMap::new();
        for part in self.parts() {
            let reached = part.iter().flat_map(|&place| self.around(place));
            let colors: BTreeSet<char> = reached.map(|place| self.living(place)).collect();
            let owner = match (
                self.living(part[0]),
                colors.contains(&'X'),
                colors.contains(&'O'),
            ) {
                ('X', ..) | ('.', true, false) => 'B',
                ('O', ..) | ('.', false, true) => 'W',
                _ => '.',
            };
            owners.extend(part.into_iter().map(|place| (place, owner)));
        }
        self.drawn(|place| owners[&place])
    }

    /// The owners without the territory next to chains that have a dame as a liberty.
    fn without_groups_beside_dame(&self, owners: &[String]) -> Vec<String> {
        let reached = self.reached_by_one_color();
        let is_dame = |(x, y): Place| reached[y].as_bytes()[x] == b'.';
        let (empty, chains): (Vec<_>, Vec<_>) = self
            .parts()
            .into_iter()
            .partition(|part| self.living(part[0]) == '.');
        let beside: BTreeSet<Place> = chains
            .into_iter()
            .filter(|chain| self.touches(chain, is_dame))
            .flatten()
            .collect();
        let lost: BTreeSet<Place> = empty
            .into_iter()
            .filter(|region| self.touches(region, |place| beside.contains(&place)))
            .flatten()
            .collect();
        self.drawn(|place| {
            if lost.contains(&place) {
                '.'
            } else {
                char::from(owners[place.1].as_bytes()[place.0])
            }
        })
    }

    fn drawn(&self, owner: impl Fn(Place) -> char) -> Vec<String> {
        (0..self.rows.len())
            .map(|y| (0..self.rows[0].len()).map(|x| owner((x, y))).collect())
            .collect()
    }

    /// Black's and White's points on the board: territory and dead stones, or area.
    fn counted(&self, owners: &[String], area: bool, dead_count_twice: bool) -> [f64; 2] {
        let mut points = [0.0; 2];
        for place in self.places() {
            let Some(owner) = ["B", "W"]
                .iter()
                .position(|color| owners[place.1][place.0..].starts_with(color))
            else {
                continue;
            };
            points[owner] += f64::from(u8::from(area || self.living(place) == '.'));
        }
        if !area && dead_count_twice {
            for &(x, y) in &self.dead {
                points[usize::from(self.rows[y][x] == 'X')] += 1.0;
            }
        }
        points
    }

    /// Black's points minus White's, without anything else.
    pub(crate) fn on_the_board(&self, owners: &[String], area: bool) -> f64 {
        let [black, white] = self.counted(owners, area, true);
        black - white
    }

    pub(crate) fn points(&self, owners: &[String], rules: &Rules) -> [f64; 2] {
        with_rules(self.counted(owners, rules.area, true), rules)
    }
}

/// Adds everything that does not depend on the owners.
fn with_rules([mut black, mut white]: [f64; 2], rules: &Rules) -> [f64; 2] {
    if !rules.area {
        black += f64::from(rules.prisoners[0]);
        white += f64::from(rules.prisoners[1]);
    }
    if rules.handicap >= 2 {
        white += match rules.name.as_str() {
            "chinese" | "chinese-ogs" | "chinese-kgs" => f64::from(rules.handicap),
            "aga" | "bga" | "french" | "aga-button" => f64::from(rules.handicap - 1),
            _ => 0.0,
        };
    }
    match rules.first_pass.as_deref() {
        Some("black") => black += 0.5,
        Some(_) => white += 0.5,
        None => {}
    }
    [
        black - f64::from(rules.group_tax[0]),
        white + rules.komi - f64::from(rules.group_tax[1]),
    ]
}

/// Returns the margin that each mistake gives, if it changes the margin or the owners.
pub(crate) fn mistakes(
    board: &Board,
    owners: &[String],
    rules: &Rules,
) -> BTreeMap<&'static str, f64> {
    let reached = board.reached_by_one_color();
    let whole = Board {
        rows: board.rows.clone(),
        dead: BTreeSet::new(),
    };
    let strict = if rules.area {
        owners.to_vec()
    } else {
        board.without_groups_beside_dame(owners)
    };
    let [black, white] = board.points(owners, rules);
    let right = black - white;
    let mut made = BTreeMap::new();
    let mut add = |mistake, [black, white]: [f64; 2], changes_owners: bool| {
        if black - white != right || changes_owners {
            made.insert(mistake, black - white);
        }
    };
    add(
        "counts every surrounded point",
        board.points(&reached, rules),
        reached != owners,
    );
    let all_alive = whole.reached_by_one_color();
    if !board.dead.is_empty() {
        add(
            "leaves dead stones on the board",
            whole.points(&all_alive, rules),
            all_alive != owners,
        );
    }
    add(
        "counts dead stones once",
        with_rules(board.counted(owners, rules.area, false), rules),
        false,
    );
    add(
        "takes groups beside a dame for seki",
        board.points(&strict, rules),
        strict != owners,
    );
    let without = |change: fn(&mut Rules)| {
        let mut changed = rules.clone();
        change(&mut changed);
        board.points(
            if changed.area && !rules.area {
                &reached
            } else {
                owners
            },
            &changed,
        )
    };
    add(
        "forgets the prisoners",
        without(|rules| rules.prisoners = [0; 2]),
        false,
    );
    add(
        "forgets the handicap",
        without(|rules| rules.handicap = 0),
        false,
    );
    add(
        "forgets the button",
        without(|rules| rules.first_pass = None),
        false,
    );
    add(
        "forgets the group tax",
        without(|rules| rules.group_tax = [0; 2]),
        false,
    );
    add("forgets komi", without(|rules| rules.komi = 0.0), false);
    let other = if rules.area {
        "counts territory"
    } else {
        "counts area"
    };
    add(other, without(|rules| rules.area = !rules.area), false);
    add("reverses the winner", [-right, 0.0], false);
    made
}
