//! The functions of libuv that addons use, on the loop of the realm (https://docs.libuv.org).
//!
//! Addons allocate handles and requests themselves, with the sizes of `uv.h`, and read the fields that it calls public.
//! The space that it calls private holds the number of our own record. What is not here is missing when an addon is
//! loaded, by name. Loops of an addon's own are not supported: there is the loop of its environment.

mod asyncs;
mod clocks;
mod errors;
mod handles;
mod loops;
mod phases;
mod polls;
mod system_errors;
mod threads;
mod timers;
mod values;
mod work;

pub use loops::UvLoop;
