// @generated from ops/*.ops.ts by `./x codegen`. Do not edit.

/// Each constant as builtins write it, with its value, in the order of the names.
pub const CONSTANTS: &[(&str, u32)] = &[];
