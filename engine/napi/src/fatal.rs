//! Ending the process with a message, as Node does when an addon breaks the rules.

/// Prints Node's message and aborts. `location` may be empty.
pub fn end(location: &str, message: &str) -> ! {
    if let Some(addons) = crate::addons::Addons::current() {
        addons.realm().flush_turn();
    }
    if location.is_empty() {
        eprintln!("FATAL ERROR: {message}");
    } else {
        eprintln!("FATAL ERROR: {location} {message}");
    }
    std::process::abort()
}
