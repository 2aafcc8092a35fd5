//! The prompt at the terminal: whether the person there grants a permission. Only where standard input and standard error
//! are a terminal in its usual mode, with input from before the prompt thrown away.

use std::io::{BufRead, IsTerminal, Write, stderr, stdin};
use std::sync::{Mutex, PoisonError};

/// What the person said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Allow,
    /// Everything of the kind.
    AllowAll,
    Deny,
}

/// A longer name is not shown: it might hide what is requested.
const SHOWN_BYTES_MAX: usize = 10 * 1024;
/// So many answers that are none end a prompt.
const TRIES_MAX: usize = 16;
/// The number of consecutive refusals after which prompts stop: a program may request permissions in an endless loop.
const REFUSALS_MAX: u32 = 32;

/// One prompt at a time in the process; how many were refused in a row.
static PROMPTING: Mutex<u32> = Mutex::new(0);

/// Prompts for the permission `name` (`read`) to `subject`, empty for all of the kind. Without a terminal the answer is no.
pub fn request(name: &str, subject: &str) -> Answer {
    let mut refusals = PROMPTING.lock().unwrap_or_else(PoisonError::into_inner);
    if *refusals >= REFUSALS_MAX || !stdin().is_terminal() || !stderr().is_terminal() {
        return Answer::Deny;
    }
    let what =
        escape(&if subject.is_empty() { format!("{name} access") } else { format!("{name} access to \"{subject}\"") });
    if what.len() > SHOWN_BYTES_MAX || is_raw() {
        let why = if is_raw() { "the terminal is in raw mode" } else { "its name is too long" };
        let shown: String = what.chars().take(200).collect();
        eprintln!("❌ Cannot prompt for {shown}: {why}. Run again with --allow-{name} to grant it.");
        return Answer::Deny;
    }
    if !discard_input() {
        return Answer::Deny;
    }
    eprint!(
        "┏ ⚠️  Brio requests {what}.\n┠─ Run again with --allow-{name} to bypass this prompt.\n┗ Allow? [y/n/A] (y = yes, allow; n = no, deny; A = allow all {name} permissions) > "
    );
    let answer = read_answer();
    let said = match answer {
        Answer::Allow => format!("✅ Granted {what}."),
        Answer::AllowAll => format!("✅ Granted all {name} access."),
        Answer::Deny => format!("❌ Denied {what}."),
    };
    eprintln!("{said}");
    *refusals = if answer == Answer::Deny { *refusals + 1 } else { 0 };
    if *refusals >= REFUSALS_MAX {
        eprintln!(
            "❌ {REFUSALS_MAX} requests in a row were denied: all further ones are. Run again with the flags that the program needs, or with --no-prompt."
        );
    }
    answer
}

/// Discards what was typed before a prompt is shown. After it is shown the input is the answer.
fn discard_input() -> bool {
    rustix::termios::tcflush(stdin(), rustix::termios::QueueSelector::IFlush).is_ok()
}

fn read_answer() -> Answer {
    for _ in 0..TRIES_MAX {
        let mut line = String::new();
        if !stdin().lock().read_line(&mut line).is_ok_and(|count| count > 0) {
            return Answer::Deny;
        }
        match line.trim_end_matches(['\r', '\n']) {
            "y" | "Y" => return Answer::Allow,
            "A" => return Answer::AllowAll,
            "n" | "N" | "" | "\u{1b}" => return Answer::Deny,
            _ if !discard_input() => return Answer::Deny,
            _ => {
                eprint!("┗ Unrecognized option. Allow? [y/n/A] > ");
                let _ = stderr().flush();
            }
        }
    }
    Answer::Deny
}

/// Whether some code has turned off lines and echo, so that a line cannot be typed.
fn is_raw() -> bool {
    use rustix::termios::LocalModes;
    let modes = rustix::termios::tcgetattr(stdin()).map(|state| state.local_modes);
    modes.is_ok_and(|modes| !modes.intersects(LocalModes::ICANON | LocalModes::ECHO))
}

/// Control characters, and those that change the direction of text or have no width, as escapes.
fn escape(text: &str) -> String {
    let is_hidden = |character: char| {
        character.is_control()
            || matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
    };
    let show = |character: char| {
        if is_hidden(character) { character.escape_unicode().collect::<String>() } else { character.to_string() }
    };
    text.chars().map(show).collect()
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn what_would_hide_a_name_is_shown() {
        assert_eq!(escape("a\u{1b}[2Jb\u{202e}c\u{200b}"), "a\\u{1b}[2Jb\\u{202e}c\\u{200b}");
        assert_eq!(escape("Käse"), "Käse");
    }
}
