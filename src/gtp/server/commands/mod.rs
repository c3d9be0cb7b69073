//! The commands by families. To add one, write a function and a line in the table of its family.

mod admin;
mod analyze;
pub(super) mod gogui;
mod handicap;
mod params;
mod play;
mod rules;
mod score;
mod setup;
mod time;

use super::{Answer, Call, Session};

/// A command.
pub struct Command {
    /// Its name in the protocol.
    pub name: &'static str,
    /// What it takes and does, in a line.
    pub doc: &'static str,
    /// Carries it out.
    pub run: fn(&mut Session, &mut Call<'_>) -> Answer,
}

/// All families.
static FAMILIES: &[&[Command]] = &[
    admin::COMMANDS,
    setup::COMMANDS,
    play::COMMANDS,
    handicap::COMMANDS,
    time::COMMANDS,
    score::COMMANDS,
    rules::COMMANDS,
    analyze::COMMANDS,
    params::COMMANDS,
    gogui::COMMANDS,
];

/// All commands, family by family.
pub fn all() -> impl Iterator<Item = &'static Command> {
    FAMILIES.iter().copied().flatten()
}

/// The command of this name.
pub fn by_name(name: &str) -> Option<&'static Command> {
    all().find(|command| command.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_every_command_says_what_it_does() {
        for command in all() {
            assert!(std::ptr::eq(by_name(command.name).unwrap(), command), "{} stands twice", command.name);
            assert!(!command.doc.is_empty(), "{}", command.name);
        }
    }
}
