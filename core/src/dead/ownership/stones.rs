//! The dead stones of a position according to its ownership.

use super::values::{Ownership, mean};
use crate::board::{Color, Point, Position, idx16};
use crate::dead::take_off;
use crate::territory::{Analysis, ChainStatus};

/// A chain of connected stones of one colour, and how likely it is to live.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ChainLife {
    /// The stones, in the order of [`Point`].
    pub stones: Vec<Point>,
    /// The mean ownership of the stones, from the point of view of their own colour: 1 if they
    /// surely live, −1 if they are surely dead.
    pub mean: f64,
    /// The status of the chain, if a search has proved it.
    pub proved: Option<ChainStatus>,
    /// Whether the search has proved that the chain lives in seki.
    pub in_seki: bool,
}

impl ChainLife {
    /// Returns whether the stones belong more to the opponent than to their own colour.
    pub fn is_dead(&self) -> bool {
        self.mean < 0.0
    }
}

impl Ownership {
    /// Returns the chains of `position`, each with the mean ownership of its stones. The position
    /// must have the same size as the ownership.
    pub fn chains(&self, position: &Position) -> Vec<ChainLife> {
        Chains::new(position, self).lives()
    }
}

/// A chain: connected stones of one colour.
pub(super) struct Chain {
    pub(super) color: Color,
    /// The stones, row by row.
    stones: Vec<Point>,
    /// For each player to move, the mean ownership of the stones, from the point of view of their
    /// own colour: 1 if they surely live.
    life: Vec<f64>,
}

impl Chain {
    /// Returns the mean ownership of the stones, from the point of view of their own colour.
    pub(super) fn mean(&self) -> f64 {
        mean(self.life.iter().copied())
    }
}

/// The chains of a position.
pub(super) struct Chains {
    all: Vec<Chain>,
    /// For each point, row by row, the number of its chain. The number is meaningless if the point
    /// has no stone.
    at: Vec<usize>,
}

impl Chains {
    /// Returns the chains of `position` according to the ownership of a board of the same size.
    pub(super) fn new(position: &Position, ownership: &Ownership) -> Self {
        let (analysis, size) = (Analysis::new(position, &[]), position.size());
        let mut stones = vec![Vec::new(); analysis.blocks().len()];
        let mut at = vec![0; size.points()];
        for point in size
            .iter()
            .filter(|&point| position.get(point).color().is_some())
        {
            let number = analysis.block(analysis.grid().index(point));
            stones[number].push(point);
            at[size.index_of(point)] = number;
        }
        let mut all = Vec::with_capacity(stones.len());
        for (stones, block) in stones.into_iter().zip(analysis.blocks()) {
            let sign = if block.color == Color::Black {
                1.0
            } else {
                -1.0
            };
            let states = ownership.states.iter();
            let life = states
                .map(|state| sign * mean(stones.iter().map(|&stone| state[size.index_of(stone)])));
            all.push(Chain {
                life: life.collect(),
                color: block.color,
                stones,
            });
        }
        Self { all, at }
    }

    /// Returns the chain of the stone on a point. `index` counts the points row by row.
    pub(super) fn at(&self, index: usize) -> &Chain {
        &self.all[self.at[index]]
    }

    /// Returns each chain, with the mean ownership of its stones from the point of view of their
    /// own colour.
    pub(super) fn lives(&self) -> Vec<ChainLife> {
        self.all
            .iter()
            .map(|chain| ChainLife {
                mean: chain.mean(),
                stones: chain.stones.clone(),
                proved: None,
                in_seki: false,
            })
            .collect()
    }

    /// Returns the stones of dead chains. A chain is dead if it clearly belongs to the opponent. A
    /// chain in doubt is dead under two conditions: it does not belong more to its owner than to
    /// the opponent, and it [is enclosed](Self::is_enclosed) once all such chains of its colour and
    /// the clearly dead chains have been removed.
    pub(super) fn dead(&self, position: &Position, limit: f64) -> Vec<Point> {
        let clearly: Vec<bool> = self
            .all
            .iter()
            .map(|chain| chain.mean() <= -limit)
            .collect();
        let mut dead = clearly.clone();
        for color in [Color::Black, Color::White] {
            let in_doubt: Vec<usize> = (0..self.all.len())
                .filter(|&number| {
                    let chain = &self.all[number];
                    let mean = chain.mean();
                    chain.color == color && -limit < mean && mean <= 0.0
                })
                .collect();
            if in_doubt.is_empty() {
                continue;
            }
            let mut gone = clearly.clone();
            for &number in &in_doubt {
                gone[number] = true;
            }
            let (rest, _) = take_off(position, &self.stones(&gone));
            let analysis = Analysis::new(&rest, &[]);
            for number in in_doubt {
                dead[number] = self.is_enclosed(number, &gone, &analysis);
            }
        }
        self.stones(&dead)
    }

    /// Returns whether a chain is enclosed. An enclosed chain is in a region surrounded only by the
    /// opponent's stones, and it belongs to the opponent in the ownership lists in which these
    /// stones live. The chains marked in `gone`, including this one, have been removed from the
    /// board of `analysis`.
    fn is_enclosed(&self, number: usize, gone: &[bool], analysis: &Analysis) -> bool {
        let chain = &self.all[number];
        let region_number = analysis.region(analysis.grid().index(chain.stones[0]));
        let region = &analysis.regions()[region_number];
        if region.owner != Some(chain.color.opponent()) {
            return false;
        }
        let mut around = Vec::new();
        for (other, gone) in self.all.iter().zip(gone) {
            let block = analysis.block(analysis.grid().index(other.stones[0]));
            if !gone && analysis.blocks_around(region).contains(&idx16(block)) {
                around.push(other);
            }
        }
        let mut with_them = Vec::new();
        for (state, &life) in chain.life.iter().enumerate() {
            let lives = around
                .iter()
                .map(|other| other.life[state] * other.stones.len() as f64);
            if lives.sum::<f64>() > 0.0 {
                with_them.push(life);
            }
        }
        !with_them.is_empty() && mean(with_them.into_iter()) < 0.0
    }

    /// Returns the stones of the marked chains.
    fn stones(&self, marked: &[bool]) -> Vec<Point> {
        let chains = self.all.iter().zip(marked).filter(|(_, marked)| **marked);
        chains
            .flat_map(|(chain, _)| chain.stones.iter().copied())
            .collect()
    }
}
