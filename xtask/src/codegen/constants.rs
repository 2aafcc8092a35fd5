//! The table of all declared constants, by which the builtins are compiled: `SendFlags.END` in a builtin becomes its
//! number, so that a name costs nothing at run time.

use super::parse::Contract;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Where the table is kept, relative to the repository's root.
pub const TARGET: &str = "runtime/src/generated/contract_constants.rs";

/// How the names of enums end whose numbers are events of the loop: all areas share one space of numbers.
const LOOP_EVENT: &str = "LoopEvent";

/// All constants of the contracts so far.
#[derive(Default)]
pub struct Table(BTreeMap<String, i64>);

impl Table {
    /// Adds the sets of a contract. Fails when another contract has a set of the same name.
    pub fn add(&mut self, contract: &Contract) -> Result<(), String> {
        for constants in &contract.constants {
            for member in &constants.members {
                let name = format!("{}.{}", constants.name, member.name);
                if constants.name.ends_with(LOOP_EVENT)
                    && let Some(other) = self.loop_event(member.value)
                {
                    return Err(format!("{name}: {other} has that number"));
                }
                if self.0.insert(name, member.value).is_some() {
                    return Err(format!("{}: another contract has constants of that name", constants.name));
                }
            }
        }
        Ok(())
    }

    /// The event of the loop with that number.
    fn loop_event(&self, number: i64) -> Option<&str> {
        let mut events = self.0.iter().filter(|(name, _)| name.contains("LoopEvent."));
        events.find_map(|(name, value)| (*value == number).then_some(name.as_str()))
    }

    /// The table as Rust.
    pub fn write(&self) -> String {
        let mut out = String::from("// @generated from ops/*.ops.ts by `./x codegen`. Do not edit.\n\n");
        out.push_str("/// Each constant as builtins write it, with its value, in the order of the names.\n");
        out.push_str("pub const CONSTANTS: &[(&str, i64)] = &[\n");
        for (name, value) in &self.0 {
            writeln!(out, "    ({name:?}, {value}),").expect("a String takes all text");
        }
        out.push_str("];\n");
        out
    }
}
