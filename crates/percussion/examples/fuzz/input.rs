//! One input: where its numbers come from, what it is, and how it is written down.

#[path = "parts.rs"]
mod parts;
#[path = "program.rs"]
mod program;

pub use parts::{seeds, Seed};
use percussion::schemes::Interrupt;

/// Where numbers come from, what ends long work, and whether to tell what is done.
pub struct Random {
    state: u64,
    pub stop: Interrupt,
    tell: bool,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Random { state: seed | 1, stop: Interrupt::default(), tell: false }
    }
    pub fn next(&mut self) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 16) as usize
    }
    pub fn below(&mut self, n: usize) -> usize {
        self.next() % n.max(1)
    }
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
    pub fn number(&mut self) -> f64 {
        const ODD: [f64; 12] =
            [f64::NAN, f64::INFINITY, -1.0, 0.0, -0.0, 1e308, 1e-308, 1e-12, 1e12, 1.0, 0.5, 3.0];
        *self.pick(&ODD)
    }
    pub fn tell(&self, what: &str) {
        if self.tell {
            println!("{what}");
        }
    }
}

/// What is done with an input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Calls,
    Problem,
    Robot,
    Model,
    Mesh,
    Contact,
    Lcp,
    Program,
}

pub const KINDS: [Kind; 8] = [
    Kind::Calls,
    Kind::Problem,
    Kind::Robot,
    Kind::Model,
    Kind::Mesh,
    Kind::Contact,
    Kind::Lcp,
    Kind::Program,
];

/// One input: all that follows depends on these three.
#[derive(Clone)]
pub struct Input {
    pub kind: Kind,
    seed: u64,
    text: String,
}

impl Input {
    /// The next one, for the program where asked, and its seed: of a few drawn the one that has had the least time, so that
    /// inputs that cost little are many.
    pub fn new<'a>(rng: &mut Random, seeds: &'a [Seed], program: bool) -> (Self, &'a Seed) {
        let mut seed = rng.pick(seeds);
        for _ in 0..3 {
            let other = rng.pick(seeds);
            seed = if other.spent() < seed.spent() { other } else { seed };
        }
        let kind = match seed.kind {
            Kind::Model | Kind::Robot if program => Kind::Program,
            kind => kind,
        };
        let text = match kind {
            Kind::Calls | Kind::Problem => seed.text.clone(),
            _ => {
                let other = &rng.pick(seeds).text;
                parts::mutate(&seed.text, rng, other)
            }
        };
        (Input { kind, seed: rng.next() as u64 | 1, text }, seed)
    }

    /// As it is written to a file.
    pub fn written(&self) -> String {
        format!("# fuzz {:?} {}\n{}", self.kind, self.seed, self.text)
    }

    /// What was written; a plain model of the corpus is a model.
    pub fn read(file: &str) -> Self {
        let told = || {
            let (first, text) = file.split_once('\n')?;
            let mut words = first.strip_prefix("# fuzz ")?.split(' ');
            let kind = words.next()?;
            let kind = KINDS.into_iter().find(|k| format!("{k:?}") == kind)?;
            Some(Input { kind, seed: words.next()?.parse().ok()?, text: text.into() })
        };
        told().unwrap_or(Input { kind: Kind::Model, seed: 1, text: file.into() })
    }

    pub fn run(&self, stop: &Interrupt, tell: bool) {
        let mut rng = Random { state: self.seed, stop: stop.clone(), tell };
        let text = &self.text;
        match self.kind {
            Kind::Calls => parts::calls(&mut rng),
            Kind::Problem => parts::problem(text, &mut rng),
            Kind::Robot => parts::robot(text, &mut rng),
            Kind::Model => parts::model(text, &mut rng),
            Kind::Mesh => parts::mesh(text, &mut rng),
            Kind::Contact => parts::contact_problem(text, &mut rng),
            Kind::Lcp => parts::lcp_problem(text, &mut rng),
            Kind::Program => program::run(text, &mut rng),
        }
    }
}
