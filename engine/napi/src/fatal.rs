//! Ending the process with a message, as Node does when an addon breaks the rules.

/// Prints Node's message and aborts. `location` may be empty. On the thread of a realm, the caller has written what that
/// has buffered.
pub fn end(location: &str, message: &str) -> ! {
    if location.is_empty() {
        eprintln!("FATAL ERROR: {message}");
    } else {
        eprintln!("FATAL ERROR: {location} {message}");
    }
    std::process::abort()
}
