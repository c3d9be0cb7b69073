//! The sound of stones: computed here, played by whatever player of sound files the system has.
//!
//! A sound library would need the headers of the system's sound system to build; a small program
//! that plays a file is on every desktop. Without one, or when it fails, there is silence.

use crate::util::rng::FastRng;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};

/// What can be heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// A stone is put down.
    Stone,
    /// Stones are taken off.
    Capture,
}

impl Sound {
    /// All sounds.
    pub const ALL: [Sound; 2] = [Sound::Stone, Sound::Capture];

    fn file_name(self) -> &'static str {
        match self {
            Sound::Stone => "stone.wav",
            Sound::Capture => "capture.wav",
        }
    }
}

/// Players of sound files with their arguments, the best first.
const PLAYERS: &[(&str, &[&str])] =
    &[("pw-play", &[]), ("paplay", &[]), ("aplay", &["-q"]), ("afplay", &[]), ("play", &["-q"])];

/// Samples in a second.
const RATE: u32 = 44_100;

/// Plays sounds on a thread of its own, which starts with the first one.
pub struct Sounds {
    player: Option<(&'static str, PathBuf)>,
    folder: PathBuf,
    queue: Option<Sender<Sound>>,
}

impl Sounds {
    /// Sounds whose files are kept in this folder.
    pub fn new(folder: PathBuf) -> Sounds {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let found = PLAYERS.iter().find_map(|(name, _)| Some((*name, find(&path, name)?)));
        Sounds { player: found, folder, queue: None }
    }

    /// The name of the program that plays them; without one nothing is heard.
    pub fn player(&self) -> Option<&'static str> {
        self.player.as_ref().map(|(name, _)| *name)
    }

    /// Plays a sound, soon.
    pub fn play(&mut self, sound: Sound) {
        let Some((name, program)) = &self.player else { return };
        let queue = self.queue.get_or_insert_with(|| {
            let (sender, queue) = channel();
            let (folder, program, name) = (self.folder.clone(), program.clone(), *name);
            // Without a thread there is no sound, and nothing else is lost.
            let _ = std::thread::Builder::new()
                .name("sounds".to_owned())
                .spawn(move || play_all(&queue, &folder, &program, name));
            sender
        });
        let _ = queue.send(sound);
    }
}

fn find(path: &std::ffi::OsStr, name: &str) -> Option<PathBuf> {
    std::env::split_paths(path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

fn play_all(queue: &Receiver<Sound>, folder: &Path, program: &Path, name: &str) {
    let arguments = PLAYERS.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, arguments)| arguments);
    let written = std::fs::create_dir_all(folder)
        .and_then(|()| Sound::ALL.iter().try_for_each(|&s| std::fs::write(folder.join(s.file_name()), wave(s))));
    if written.is_err() {
        return;
    }
    while let Ok(mut sound) = queue.recv() {
        // Walking fast through a game is not a drum roll: only the newest is played.
        while let Ok(newer) = queue.try_recv() {
            sound = newer;
        }
        let file = folder.join(sound.file_name());
        let silent = Command::new(program)
            .args(arguments)
            .arg(file)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        if silent.is_err() {
            return;
        }
    }
}

/// A sound as a WAV file.
fn wave(sound: Sound) -> Vec<u8> {
    let samples = match sound {
        Sound::Stone => mix(&[(0.0, 1.0)]),
        Sound::Capture => mix(&[(0.0, 0.75), (0.055, 0.55), (0.095, 0.65), (0.15, 0.4)]),
    };
    let bytes = samples.len() as u32 * 2;
    let mut file = Vec::with_capacity(44 + bytes as usize);
    file.extend(b"RIFF");
    file.extend((36 + bytes).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16u32.to_le_bytes());
    for half in [1u16, 1] {
        file.extend(half.to_le_bytes()); // plain samples, one channel
    }
    file.extend(RATE.to_le_bytes());
    file.extend((RATE * 2).to_le_bytes());
    for half in [2u16, 16] {
        file.extend(half.to_le_bytes());
    }
    file.extend(b"data");
    file.extend(bytes.to_le_bytes());
    for sample in samples {
        file.extend(((sample.clamp(-1.0, 1.0) * 32_000.0) as i16).to_le_bytes());
    }
    file
}

/// Clicks at their times in seconds, each with its loudness.
fn mix(clicks: &[(f32, f32)]) -> Vec<f32> {
    let last = clicks.iter().fold(0.0f32, |last, &(at, _)| last.max(at));
    let mut samples = vec![0.0; ((last + 0.12) * RATE as f32) as usize];
    for (i, &(at, loudness)) in clicks.iter().enumerate() {
        let start = (at * RATE as f32) as usize;
        let click = click(i as u64 + 1, 1.0 + 0.07 * i as f32);
        for (sample, value) in samples[start..].iter_mut().zip(click) {
            *sample += value * loudness;
        }
    }
    samples
}

/// Slate on wood: the hard contact, the ring of the stone, the thump of the board.
fn click(seed: u64, pitch: f32) -> Vec<f32> {
    let mut rng = FastRng::new(seed);
    let rings = [(1180.0, 0.010, 0.34), (2470.0, 0.006, 0.26), (3910.0, 0.004, 0.16), (205.0, 0.024, 0.30)];
    (0..(0.1 * RATE as f32) as usize)
        .map(|i| {
            let t = i as f32 / RATE as f32;
            let noise = rng.below(2001) as f32 / 1000.0 - 1.0;
            let contact = 0.5 * noise * (-t / 0.0016).exp();
            let ring: f32 = rings
                .iter()
                .map(|&(hertz, decay, loud)| {
                    loud * (-t / decay).exp() * (std::f32::consts::TAU * hertz * pitch * t).sin()
                })
                .sum();
            0.8 * (contact + ring)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sounds_are_whole_wave_files_that_begin_loud_and_end_silent() {
        for sound in Sound::ALL {
            let file = wave(sound);
            let number = |at: usize| u32::from_le_bytes([file[at], file[at + 1], file[at + 2], file[at + 3]]) as usize;
            assert_eq!((&file[..4], number(4), number(40)), (&b"RIFF"[..], file.len() - 8, file.len() - 44));
            let sample = |i: usize| i16::from_le_bytes([file[44 + 2 * i], file[45 + 2 * i]]).unsigned_abs();
            let count = (file.len() - 44) / 2;
            let loudest = |range: std::ops::Range<usize>| range.map(sample).max().unwrap();
            assert!(loudest(0..400) > 8000 && loudest(0..count) < 32_000, "{sound:?}");
            assert!(loudest(count - 400..count) < 300, "{sound:?} is cut off");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_player_is_given_the_file_and_a_system_without_one_is_silent() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("aplay");
        let heard = folder.path().join("heard");
        std::fs::write(&program, format!("#!/bin/sh\ncp \"$2\" {}.part && mv {0}.part {0}\n", heard.display()))
            .unwrap();
        std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        assert_eq!(find(folder.path().as_os_str(), "aplay"), Some(program.clone()));
        assert_eq!(find(folder.path().as_os_str(), "paplay"), None);
        let mut sounds = Sounds { player: Some(("aplay", program)), folder: folder.path().join("sounds"), queue: None };
        sounds.play(Sound::Capture);
        let started = std::time::Instant::now();
        while !heard.exists() {
            assert!(started.elapsed().as_secs() < 10, "the player was not called");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        assert_eq!(std::fs::read(heard).unwrap(), wave(Sound::Capture));
        Sounds { player: None, folder: folder.path().join("none"), queue: None }.play(Sound::Stone);
        assert!(!folder.path().join("none").exists());
    }
}
