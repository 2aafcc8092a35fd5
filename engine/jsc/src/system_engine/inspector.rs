//! The system's library has an inspector, but no way to reach it.

use crate::Context;
use std::convert::Infallible;

/// A session with the inspector of a realm: there is none with this engine.
pub struct InspectorSession(Infallible);

impl InspectorSession {
    /// Whether the engine's inspector can be reached.
    pub const IS_AVAILABLE: bool = false;

    /// None: the engine has no inspector that can be reached.
    pub fn connect(_cx: Context<'_>, _receive: Box<dyn Fn(&str)>) -> Option<Self> {
        None
    }

    /// Gives a message to the engine.
    pub fn dispatch(&self, _message: &str) {
        match self.0 {}
    }
}

/// Ends the inspector of the realm of this thread: there is none with this engine.
pub fn end_inspector(_cx: Context<'_>) {}

/// Sets what a paused program waits with: nothing pauses a program with this engine.
pub fn set_pause_wait(_wait: extern "C" fn()) {}
