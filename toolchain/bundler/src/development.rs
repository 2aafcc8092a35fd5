//! The development server's side of the bundler: a page that follows its sources.
//!
//! [`Page`] builds a page on request and again after changes. What a loaded page needs to become current is sent as
//! messages, which `client/` reads in the browser.
//! Does not: listen, or read requests, which `internal:bun/pages` does.

mod boundaries;
mod client;
mod document;
mod patched_data;
mod refresh;
mod served;
mod session;
mod state;

pub use session::{Event, Page};
pub use state::Settings;

pub(crate) use served::Served;

/// Where everything is that the server has besides pages.
pub(crate) const FOLDER: &str = "/_brio/";
