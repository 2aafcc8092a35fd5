//! The table of flags.

use super::*;
use crate::commands::ALL;

#[test]
fn every_flag_is_declared_once() {
    for flag in TABLE {
        assert_eq!(TABLE.iter().filter(|other| other.long == flag.long).count(), 1, "{}", flag.long);
    }
    for (_, target) in ALIASES {
        assert!(TABLE.iter().any(|flag| flag.long == *target), "{target}");
    }
}

#[test]
fn commands_name_flags_that_exist() {
    for command in ALL {
        for name in command.flags {
            assert!(TABLE.iter().any(|flag| flag.long == *name), "{}: {name}", command.name);
        }
    }
}
