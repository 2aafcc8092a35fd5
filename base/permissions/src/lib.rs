//! What a program may do: a scope for each kind of permission, made of allowed, denied and ignored subjects, and the
//! query whether one subject is inside. Paths are canonical before they are compared, host names are in lower case.
//!
//! Does not: throw, prompt or know a command line. `engine/realm` enforces the decisions and `cli` reads the flags.
//! Start reading at [`Permissions`], then [`Scope`].

pub mod audit;
pub mod broker;
mod flags;
mod names;
mod narrow;
mod net;
mod paths;
mod permissions;
pub mod prompt;
mod resolved;
mod run;
mod scope;

pub use flags::{Flags, FlagsError, PathSyntax};
pub use names::{EnvRule, fact, is_system_fact};
pub use narrow::{ChildFlags, ChildScope, Escalation};
pub use net::{Host, HostRule, NetError, NetRule, NetSubject};
pub use paths::{Canonical, Follow, PathRule, canonical, is_opaque, is_plain};
pub use permissions::{Kind, Permissions};
pub use resolved::{is_recorded_for, names_of, record};
pub use run::{RunRule, RunSubject, find_program};
pub use scope::{Reach, Rule, Scope, State, Subject, Verdict};
