//! We are the engine: commands are read, carried out by [`commands`] and answered.

mod call;
pub mod commands;
mod inbox;
mod session;

pub use call::{Answer, Args, Call, Refusal};
pub use inbox::Inbox;
pub use session::{Options, Partner, Session};

use crate::gtp::lines::Request;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Answers commands until `quit`, the end of the input, or nobody takes the answers any more: then at
/// once, even in the middle of a search, as far as `is_abandoned` can tell.
pub fn serve(
    options: Options,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    is_abandoned: impl Fn() -> bool + Send + 'static,
) {
    let inbox = Inbox::reading(input, is_abandoned);
    serve_inbox(options, &inbox, &mut output);
    inbox.abandon();
}

/// Whether whoever read our standard output has closed it.
#[cfg(unix)]
pub fn is_output_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdout = std::io::stdout();
    let mut fds = [PollFd::new(&stdout, PollFlags::empty())];
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut fds, Some(&now)).is_ok() && fds[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

/// Whether whoever read our standard output has closed it.
#[cfg(not(unix))]
pub fn is_output_closed() -> bool {
    false
}

fn serve_inbox(options: Options, inbox: &Arc<Inbox>, output: &mut dyn Write) {
    let mut session = Session::new(options);
    loop {
        session.ponder(inbox.waiting());
        let Some(line) = inbox.next() else { return };
        let Some(request) = Request::parse(&line) else {
            inbox.answered();
            continue;
        };
        let mut call = Call::new(request.id.unwrap_or_default(), Args::new(request.args), inbox, output);
        let answer = carry_out(&mut session, request.command, &mut call);
        let written = call.finish(answer);
        inbox.answered();
        if written.is_err() || session.has_quit() {
            return;
        }
    }
}

/// A command that breaks down is answered as a failure and leaves the game as it is.
fn carry_out(session: &mut Session, name: &str, call: &mut Call<'_>) -> Answer {
    let Some(command) = commands::by_name(name) else {
        return Err(match name {
            "" => Refusal::syntax("a command is missing after the number"),
            _ => Refusal("unknown command".to_owned()),
        });
    };
    catch_unwind(AssertUnwindSafe(|| (command.run)(session, call))).unwrap_or_else(|_| {
        session.start_anew();
        Err(Refusal(format!("internal error: `{name}` broke down; the engine was started anew, the game is kept")))
    })
}
