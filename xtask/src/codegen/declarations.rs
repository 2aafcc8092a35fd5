//! Writes the Rust side of what a contract declares besides functions and results: sets of constants, named arguments, and
//! the handlers by which native code notifies JavaScript.

use super::parse::{Constants, Contract, Handlers, Record};
use super::rust::{pascal, rust_name};
use super::types::{Type, read};
use std::fmt::Write;

const FITS: &str = "a String takes all text";

/// Flags become a module of numbers, an enum becomes a Rust enum that is decoded from its number.
pub fn write_constants(out: &mut String, constants: &Constants) {
    write_doc(out, "", &constants.doc);
    let Constants { name, width, .. } = constants;
    if constants.is_flags {
        writeln!(out, "pub mod {} {{", rust_name(name)).expect(FITS);
        for member in &constants.members {
            write_doc(out, "    ", &member.doc);
            writeln!(out, "    pub const {}: {width} = {};", member.name, member.value).expect(FITS);
        }
        out.push_str("}\n\n");
        return;
    }
    writeln!(out, "#[derive(Clone, Copy, Debug, PartialEq, Eq)]\n#[repr({width})]\npub enum {name} {{").expect(FITS);
    for member in &constants.members {
        write_doc(out, "    ", &member.doc);
        writeln!(out, "    {} = {},", pascal(&member.name.to_lowercase()), member.value).expect(FITS);
    }
    writeln!(out, "}}\n\nimpl {name} {{\n    /// The value of a number; None for a number without one.").expect(FITS);
    writeln!(out, "    pub fn from_number(number: {width}) -> Option<Self> {{\n        Some(match number {{")
        .expect(FITS);
    for member in &constants.members {
        writeln!(out, "            {} => Self::{},", member.value, pascal(&member.name.to_lowercase())).expect(FITS);
    }
    out.push_str("            _ => return None,\n        })\n    }\n}\n\n");
    writeln!(
        out,
        "impl<'cx> op::FromArgument<'cx> for {name} {{\n    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {{\n        let number = <{width} as op::FromArgument>::from_argument(cx, value)?;\n        Self::from_number(number).ok_or({:?})\n    }}\n}}\n",
        format!("a value of {name}")
    )
    .expect(FITS);
    writeln!(
        out,
        "impl<'cx> op::IntoValue<'cx> for {name} {{\n    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {{\n        op::IntoValue::into_value(self as {width}, cx)\n    }}\n}}\n"
    )
    .expect(FITS);
}

/// A struct of arguments, read from the object that JavaScript passes.
pub fn write_options(out: &mut String, options: &Record, contract: &Contract) -> Result<(), String> {
    let name = &options.name;
    let fields = options
        .fields
        .iter()
        .map(|field| match read(&field.type_text, contract)? {
            kind @ (Type::Any | Type::Rest | Type::BytesMut | Type::Handlers(_) | Type::Options(..)) => {
                Err(format!("{name}.{}: {kind:?} cannot be in options", field.name))
            }
            kind => Ok((field, kind.stored(false)?.replace("&[u8]", "&'cx [u8]"))),
        })
        .collect::<Result<Vec<_>, String>>()?;
    let lifetime = if fields.iter().any(|(_, kind)| kind.contains("'cx")) { "<'cx>" } else { "" };
    write_doc(out, "", &options.doc);
    writeln!(out, "#[derive(Debug)]\npub struct {name}{lifetime} {{").expect(FITS);
    for (field, kind) in &fields {
        write_doc(out, "    ", &field.doc);
        writeln!(out, "    pub {}: {kind},", rust_name(&field.name)).expect(FITS);
    }
    writeln!(
        out,
        "}}\n\nimpl<'cx> op::FromArgument<'cx> for {name}{lifetime} {{\n    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {{\n        Ok(Self {{"
    )
    .expect(FITS);
    for (field, _) in &fields {
        writeln!(out, "            {}: op::field(cx, value, {:?})?,", rust_name(&field.name), field.name).expect(FITS);
    }
    out.push_str("        })\n    }\n}\n\n");
    Ok(())
}

/// A struct of roots, read from the object that JavaScript passes.
pub fn write_handlers(out: &mut String, handlers: &Handlers, contract: &Contract) -> Result<(), String> {
    let name = &handlers.name;
    write_doc(out, "", &handlers.doc);
    writeln!(out, "pub struct {name} {{").expect(FITS);
    for member in &handlers.members {
        write_doc(out, "    ", &member.doc);
        let kind = match &member.field_type {
            Some(field) => read(field, contract)?.stored(false)?,
            None if member.is_optional => "Option<op::Root>".to_string(),
            None => "op::Root".to_string(),
        };
        writeln!(out, "    pub {}: {kind},", rust_name(&member.name)).expect(FITS);
    }
    writeln!(
        out,
        "}}\n\nimpl<'cx> op::FromArgument<'cx> for {name} {{\n    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {{\n        Ok(Self {{"
    )
    .expect(FITS);
    for member in &handlers.members {
        let reader = match (&member.field_type, member.is_optional) {
            (Some(_), _) => "field",
            (None, true) => "optional_handler",
            (None, false) => "handler",
        };
        writeln!(out, "            {}: op::{reader}(cx, value, {:?})?,", rust_name(&member.name), member.name)
            .expect(FITS);
    }
    out.push_str("        })\n    }\n}\n\n");
    Ok(())
}

fn write_doc(out: &mut String, indent: &str, doc: &[String]) {
    for line in doc {
        writeln!(out, "{indent}/// {line}").expect(FITS);
    }
}
