//! How pnpm spells the peers of an instance in its key. Its lockfile repeats the settings about that.

use crate::integrity::{hash, hex};
use brio_lockfile::{Graph, Value};

/// A longer suffix is replaced by its hash, unless a setting says another length.
const SUFFIX_LENGTH_MAX: usize = 1000;

/// The settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// `dedupePeers`: peers are spelled by name and version only, without their own peers.
    pub is_plain: bool,
    length_max: usize,
}

impl Spelling {
    /// Reads the settings of a lockfile.
    #[must_use]
    pub fn of(graph: &Graph) -> Self {
        let settings = graph.settings.other.iter().find(|(name, _)| name == "settings").map(|(_, value)| value);
        let get = |name: &str| settings.and_then(|settings| settings.get(name));
        let length = match get("peersSuffixMaxLength") {
            Some(Value::Number(text)) => text.parse().ok(),
            _ => None,
        };
        Self {
            is_plain: matches!(get("dedupePeers"), Some(Value::Bool(true))),
            length_max: length.unwrap_or(SUFFIX_LENGTH_MAX),
        }
    }

    /// The peers in brackets, sorted.
    #[must_use]
    pub fn suffix(self, mut spelled: Vec<String>) -> String {
        if spelled.is_empty() {
            return String::new();
        }
        spelled.sort_unstable();
        let joined = spelled.join(")(");
        if joined.len() > self.length_max {
            return format!("({})", &hex(&hash("sha256", joined.as_bytes()))[..32]);
        }
        format!("({joined})")
    }
}
