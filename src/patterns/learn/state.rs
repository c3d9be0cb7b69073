//! Where learning stands, as a file: what a run that was stopped goes on from.

use super::{Learner, Options};
use crate::patterns::features::KEY_BITS;
use crate::patterns::file::VERSION;
use crate::patterns::model::Models;
use crate::util::sealed::{Broken, seal, unseal};

/// The first bytes of every such file. Its version is that of files of weights: features change with both.
const MAGIC: &[u8; 8] = b"FUZEKIPL";

/// What must be the same for a run to go on from a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The settings, as options of the command line.
    pub settings: String,
    /// A number for the games and their order.
    pub games: u64,
}

/// Why there is no going on from a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// Another kind of file.
    #[error("this is no state of learning")]
    Foreign,
    /// Features were others then.
    #[error("this is a state of version {0}, and this program goes on from version {VERSION}")]
    Version(u16),
    /// The checksum does not fit, or the contents make no sense.
    #[error("this state of learning is damaged")]
    Damaged,
}

impl From<Broken> for StateError {
    fn from(broken: Broken) -> StateError {
        match broken {
            Broken::Foreign => StateError::Foreign,
            Broken::Version(version) => StateError::Version(version),
            Broken::Damaged => StateError::Damaged,
        }
    }
}

/// A state as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The run it is of.
    pub run: Run,
    /// Games that were learnt from.
    pub done: u64,
    /// Keys in rising order, with weights and sums of squared gradients.
    entries: Vec<(u64, f32, f32)>,
}

impl State {
    /// No state is larger than this, in bytes: an entry takes four times as many as in a file of weights.
    pub const LARGEST_FILE: u64 = 4 * Models::LARGEST_FILE;

    /// Reads a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<State, StateError> {
        let (_, body) = unseal(MAGIC, VERSION, bytes)?;
        State::of_body(body).ok_or(StateError::Damaged)
    }

    fn of_body(body: &[u8]) -> Option<State> {
        let (&games, body) = body.split_first_chunk()?;
        let (&done, body) = body.split_first_chunk()?;
        let (&length, body) = body.split_first_chunk()?;
        let (settings, body) = body.split_at_checked(u32::from_le_bytes(length) as usize)?;
        let settings = std::str::from_utf8(settings).ok()?.to_owned();
        let (entries, left) = body.as_chunks::<16>();
        let entries: Vec<(u64, f32, f32)> = entries.iter().map(entry).collect();
        let is_sane = |&(key, weight, squares): &(u64, f32, f32)| {
            key >> KEY_BITS == 0 && weight.is_finite() && squares.is_finite() && squares > 0.0
        };
        let rising = entries.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let run = Run { settings, games: u64::from_le_bytes(games) };
        (left.is_empty() && rising && entries.iter().all(is_sane)).then_some(State {
            run,
            done: u64::from_le_bytes(done),
            entries,
        })
    }
}

/// The file of a state from its bytes: with magic, version and checksum before them.
pub fn sealed(body: &[u8]) -> Vec<u8> {
    seal(MAGIC, VERSION, 1, body)
}

fn entry(bytes: &[u8; 16]) -> (u64, f32, f32) {
    let all = u128::from_le_bytes(*bytes);
    (all as u64, f32::from_bits((all >> 64) as u32), f32::from_bits((all >> 96) as u32))
}

impl Learner {
    /// Where the work stands after `done` games of a run.
    pub fn state(&self, run: &Run, done: u64) -> Vec<u8> {
        let mut body = Vec::new();
        body.extend(run.games.to_le_bytes());
        body.extend(done.to_le_bytes());
        body.extend((run.settings.len() as u32).to_le_bytes());
        body.extend(run.settings.as_bytes());
        for (key, _) in self.keys.entries() {
            // An entry of the table is always found again.
            let place = self.keys.find(key).map_or(0, |place| place as usize);
            let (weight, squares) = self.steps.weights[place];
            body.extend(key.to_le_bytes());
            body.extend(weight.to_le_bytes());
            body.extend(squares.to_le_bytes());
        }
        sealed(&body)
    }

    /// Goes on from a state.
    pub fn resume(state: &State, options: Options) -> Learner {
        let keys: Vec<u64> = state.entries.iter().map(|entry| entry.0).collect();
        let mut learner = Learner::new(&keys, options);
        for &(key, weight, squares) in &state.entries {
            if let Some(place) = learner.keys.find(key) {
                learner.steps.weights[place as usize] = (weight, squares);
            }
        }
        learner
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> Run {
        Run { settings: "--size 9 --seed 1".to_owned(), games: 77 }
    }

    fn learner() -> Learner {
        let mut learner = Learner::new(&[0, 5, 1 << 30, (1 << KEY_BITS) - 1], Options::default());
        let place = learner.keys.find(5).unwrap() as usize;
        learner.steps.weights[place] = (-1.5, 4.0);
        learner
    }

    #[test]
    fn a_state_comes_back_as_it_was() {
        let bytes = learner().state(&run(), 12);
        let state = State::from_bytes(&bytes).unwrap();
        assert_eq!((&state.run, state.done), (&run(), 12));
        let again = Learner::resume(&state, Options::default());
        assert_eq!(again.model().weight(5), Some(-1.5));
        assert_eq!(again.state(&run(), 12), bytes);
    }

    #[test]
    fn damage_and_other_versions_are_noticed() {
        let bytes = learner().state(&run(), 12);
        assert_eq!(State::from_bytes(b"").unwrap_err(), StateError::Foreign);
        let mut newer = bytes.clone();
        newer[8] = 99;
        assert_eq!(State::from_bytes(&newer).unwrap_err(), StateError::Version(99));
        let mut before_seals = b"FUZEKIPL1".to_vec();
        before_seals.resize(100, 0);
        assert!(matches!(State::from_bytes(&before_seals), Err(StateError::Version(_))));
        for at in 11..bytes.len() {
            let mut bad = bytes.clone();
            bad[at] ^= 4;
            assert_eq!(State::from_bytes(&bad).unwrap_err(), StateError::Damaged, "byte {at}");
            assert!(State::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn senseless_contents_with_a_good_checksum_are_refused() {
        let body = |length: u32, entries: &[(u64, f32, f32)]| {
            let mut body = [0; 16].to_vec();
            body.extend(length.to_le_bytes());
            for &(key, weight, squares) in entries {
                body.extend(key.to_le_bytes());
                body.extend(weight.to_le_bytes());
                body.extend(squares.to_le_bytes());
            }
            State::from_bytes(&sealed(&body))
        };
        assert_eq!(body(0, &[(1, 0.5, 1.0), (2, 0.5, 1.0)]).unwrap().entries.len(), 2);
        for entries in [
            &[(2, 0.0, 1.0), (1, 0.0, 1.0)][..],
            &[(1 << KEY_BITS, 0.0, 1.0)],
            &[(1, f32::NAN, 1.0)],
            &[(1, 0.0, f32::INFINITY)],
            &[(1, 0.0, 0.0)],
        ] {
            assert_eq!(body(0, entries).unwrap_err(), StateError::Damaged, "{entries:?}");
        }
        assert_eq!(body(u32::MAX, &[]).unwrap_err(), StateError::Damaged);
    }
}
