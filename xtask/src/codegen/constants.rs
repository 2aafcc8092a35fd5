//! The table of all declared constants, by which the builtins are compiled: `SendFlags.END` in a builtin becomes its
//! number, so that a name costs nothing at run time.

use super::parse::Contract;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Where the table is kept, relative to the repository's root.
pub const TARGET: &str = "runtime/src/generated/contract_constants.rs";

/// All constants of the contracts so far.
#[derive(Default)]
pub struct Table(BTreeMap<String, u32>);

impl Table {
    /// Adds the sets of a contract. Fails when another contract has a set of the same name.
    pub fn add(&mut self, contract: &Contract) -> Result<(), String> {
        for constants in &contract.constants {
            for member in &constants.members {
                let name = format!("{}.{}", constants.name, member.name);
                if self.0.insert(name, member.value).is_some() {
                    return Err(format!("{}: another contract has constants of that name", constants.name));
                }
            }
        }
        Ok(())
    }

    /// The table as Rust.
    pub fn write(&self) -> String {
        let mut out = String::from("// @generated from ops/*.ops.ts by `./x codegen`. Do not edit.\n\n");
        out.push_str("/// Each constant as builtins write it, with its value, in the order of the names.\n");
        out.push_str("pub const CONSTANTS: &[(&str, u32)] = &[\n");
        for (name, value) in &self.0 {
            writeln!(out, "    ({name:?}, {value}),").expect("a String takes all text");
        }
        out.push_str("];\n");
        out
    }
}
