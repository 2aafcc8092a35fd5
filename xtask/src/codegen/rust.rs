//! Generates the Rust side of a contract: the trait that the host crate implements on its state type, and the glue that
//! decodes arguments, calls it and encodes the result.

use super::declarations;
use super::parse::{Contract, Function, Record};
use super::permission::Permission;
use super::types::{Type, read};
use std::fmt::Write;

struct Op<'a> {
    function: &'a Function,
    method: String,
    parameters: Vec<(String, Type)>,
    result: Type,
    is_async: bool,
    /// Whether the JavaScript thread tries the call first (`@atOnce` in its doc comment).
    is_tried_at_once: bool,
    uses_context: bool,
    permission: Option<Permission>,
}

impl Op<'_> {
    /// Whether the bytes of this parameter are pinned only when the thread of the realm did not do the work at once. Pinning
    /// makes a buffer object, whose memory the collector frees late.
    fn is_lent(&self, kind: &Type) -> bool {
        self.is_tried_at_once && matches!(kind, Type::Bytes | Type::BytesMut)
    }
}

/// The contents of `host/<area>/src/generated/<area>_ops.rs`.
pub fn write(area: &str, contract: &Contract) -> Result<String, String> {
    let ops = contract.functions.iter().map(|function| typed(function, contract)).collect::<Result<Vec<_>, _>>()?;
    let state = pascal(area);
    let mut out = format!("// @generated from ops/{area}.ops.ts by `./x codegen`. Do not edit.\n");
    out.push_str("#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]\n");
    out.push_str("use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};\n");
    out.push_str("use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};\n");
    out.push_str("use std::path::{Path, PathBuf};\n");
    write!(out, "use crate::{state};\n\n").expect("a String takes all text");
    for record in &contract.records {
        write_record(&mut out, record, contract)?;
    }
    for constants in &contract.constants {
        declarations::write_constants(&mut out, constants);
    }
    for options in &contract.options {
        declarations::write_options(&mut out, options, contract)?;
    }
    for handlers in &contract.handlers {
        declarations::write_handlers(&mut out, handlers, contract)?;
    }
    write_trait(&mut out, &state, &ops)?;
    write!(out, "\nthread_local! {{\n    static STATE: std::cell::RefCell<Option<std::rc::Rc<{state}>>> = const {{ std::cell::RefCell::new(None) }};\n}}\n\n").expect("a String takes all text");
    write!(out, "/// The state of this thread, made on first use, until its realm ends.\npub fn state() -> std::rc::Rc<{state}> {{\n    STATE.with_borrow(Option::clone).unwrap_or_else(|| {{\n        let made = std::rc::Rc::<{state}>::default();\n        STATE.set(Some(made.clone()));\n        op::drop_at_end(|| drop(STATE.take()));\n        made\n    }})\n}}\n").expect("a String takes all text");
    for op in &ops {
        write_glue(&mut out, &state, op)?;
    }
    write!(out, "\n/// The functions of `native:{area}`.\npub const AREA: Area = Area {{\n    name: {area:?},\n    functions: &[\n")
        .expect("a String takes all text");
    for op in &ops {
        let name = &op.function.name;
        writeln!(
            out,
            "        AreaFunction {{ name: {name:?}, is_async: {}, make: op::make::<{}Op> }},",
            op.is_async,
            pascal(&op.method)
        )
        .expect("a String takes all text");
    }
    out.push_str("    ],\n};\n");
    Ok(out)
}

fn typed<'a>(function: &'a Function, contract: &Contract) -> Result<Op<'a>, String> {
    let named = |error: String| format!("{}: {error}", function.name);
    let inner = function.result.strip_prefix("Promise<").and_then(|rest| rest.strip_suffix('>'));
    let result = read(inner.unwrap_or(&function.result), contract).map_err(named)?;
    let parameters = function
        .parameters
        .iter()
        .map(|field| Ok((rust_name(&field.name), read(&field.type_text, contract)?)))
        .collect::<Result<Vec<_>, String>>()
        .map_err(named)?;
    let uses_context = result.is_any() || parameters.iter().any(|(_, kind)| kind.is_any());
    if parameters.iter().rev().skip(1).any(|(_, kind)| *kind == Type::Rest) {
        return Err(named("only the last parameter can be a rest parameter".into()));
    }
    if inner.is_some() && uses_context {
        return Err(named("Any cannot leave the thread: not in an op that returns a Promise".into()));
    }
    let is_tried_at_once = function.doc.iter().any(|line| line.contains("@atOnce"));
    if is_tried_at_once && inner.is_none() {
        return Err(named("@atOnce is for ops that return a Promise".into()));
    }
    Ok(Op {
        function,
        method: rust_name(&function.name),
        parameters,
        result,
        is_async: inner.is_some(),
        is_tried_at_once,
        uses_context,
        permission: Permission::of(function).map_err(named)?,
    })
}

fn write_record(out: &mut String, record: &Record, contract: &Contract) -> Result<(), String> {
    let fields = record
        .fields
        .iter()
        .map(|field| Ok((field, read(&field.type_text, contract)?)))
        .collect::<Result<Vec<_>, String>>()?;
    let mut text = String::new();
    for line in &record.doc {
        writeln!(text, "/// {line}").expect("a String takes all text");
    }
    writeln!(text, "#[derive(Debug)]\npub struct {} {{", record.name).expect("a String takes all text");
    for (field, kind) in &fields {
        for line in &field.doc {
            writeln!(text, "    /// {line}").expect("a String takes all text");
        }
        writeln!(text, "    pub {}: {},", rust_name(&field.name), kind.result()).expect("a String takes all text");
    }
    writeln!(
        text,
        "}}\n\nimpl<'cx> op::IntoValue<'cx> for {} {{\n    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {{",
        record.name
    )
    .expect("a String takes all text");
    text.push_str("        let object = cx.object();\n");
    for (field, _) in &fields {
        writeln!(
            text,
            "        object.set(cx, {:?}, op::IntoValue::into_value(self.{}, cx)?)?;",
            field.name,
            rust_name(&field.name)
        )
        .expect("a String takes all text");
    }
    writeln!(text, "        Ok(object)\n    }}\n}}\nimpl op::ArrayItem for {} {{}}\n", record.name)
        .expect("a String takes all text");
    out.push_str(&text);
    Ok(())
}

fn write_trait(out: &mut String, state: &str, ops: &[Op<'_>]) -> Result<(), String> {
    writeln!(out, "/// What `crate::{state}` implements.\npub trait {state}Ops {{").expect("a String takes all text");
    for op in ops {
        for line in &op.function.doc {
            writeln!(out, "    /// {line}").expect("a String takes all text");
        }
        let mut parameters: Vec<String> = Vec::new();
        if !op.is_async {
            parameters.push("&self".into());
        }
        if op.uses_context {
            parameters.push("cx: Context<'cx>".into());
        }
        parameters.extend(op.parameters.iter().map(|(name, kind)| format!("{name}: {}", kind.parameter())));
        let lifetime = if op.uses_context { "<'cx>" } else { "" };
        let error = if op.uses_context { "Thrown<'cx>" } else { "OpError" };
        writeln!(
            out,
            "    fn {}{lifetime}({}) -> Result<{}, {error}>;",
            op.method,
            parameters.join(", "),
            op.result.result()
        )
        .expect("a String takes all text");
        if op.is_tried_at_once {
            writeln!(
                out,
                "    /// `{}` on the thread of the realm, if it cannot block; None when it might.",
                op.method
            )
            .expect("a String takes all text");
            let lent: Vec<String> =
                op.parameters.iter().map(|(name, kind)| format!("{name}: {}", kind.lent_parameter())).collect();
            writeln!(
                out,
                "    fn {}_at_once({}) -> Option<Result<{}, {error}>>;",
                op.method,
                lent.join(", "),
                op.result.result()
            )
            .expect("a String takes all text");
        }
    }
    out.push_str("}\n");
    Ok(())
}

fn write_glue(out: &mut String, state: &str, op: &Op<'_>) -> Result<(), String> {
    let name = pascal(&op.method);
    write!(
        out,
        "\nstruct {name}Op;\nimpl NativeFunction for {name}Op {{\n    const NAME: &'static str = {:?};\n    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {{\n",
        op.function.name
    )
    .expect("a String takes all text");
    for (index, (name, kind)) in op.parameters.iter().enumerate() {
        if *kind == Type::Rest {
            writeln!(out, "        let {name} = arguments.rest({index});").expect("a String takes all text");
            continue;
        }
        writeln!(
            out,
            "        let mut {name}: {} = op::argument(cx, &arguments, {index}, {:?})?;",
            if op.is_lent(kind) { "op::UnpinnedBytes<'_>".to_string() } else { kind.stored(op.is_async)? },
            format!("{}: {name}", op.function.name)
        )
        .expect("a String takes all text");
    }
    if let Some(check) = op.permission.as_ref().and_then(Permission::check) {
        out.push_str(&permission_check(op, &check));
    }
    let passed: Vec<String> = op.parameters.iter().map(|(name, kind)| kind.pass(name, op.is_async)).collect();
    if op.is_async {
        let pinned: Vec<&str> =
            op.parameters.iter().filter(|(_, kind)| kind.is_bytes()).map(|(name, _)| name.as_str()).collect();
        let release: Vec<String> = pinned.iter().map(|name| format!("op::Release::release({name});")).collect();
        if op.is_tried_at_once {
            let lent: Vec<String> = op.parameters.iter().map(|(name, kind)| kind.lend(name)).collect();
            writeln!(
                out,
                "        if let Some(outcome) = <{state} as {state}Ops>::{}_at_once({}) {{",
                op.method,
                lent.join(", ")
            )
            .expect("a String takes all text");
            writeln!(out, "            return op::done_at_once(outcome);\n        }}")
                .expect("a String takes all text");
            for (name, _) in op.parameters.iter().filter(|(_, kind)| op.is_lent(kind)) {
                writeln!(out, "        let mut {name} = {name}.pin(cx);").expect("a String takes all text");
            }
        }
        writeln!(
            out,
            "        op::start(cx, move || {{\n            let outcome = <{state} as {state}Ops>::{}({});",
            op.method,
            passed.join(", ")
        )
        .expect("a String takes all text");
        writeln!(out, "            op::finish_later(outcome, move || {{ {} }})\n        }})", release.join(" "))
            .expect("a String takes all text");
    } else {
        let mut all = passed;
        if op.uses_context {
            all.insert(0, "cx".into());
        }
        writeln!(
            out,
            "        op::finish(cx, {state}Ops::{}(&*state(){}{}))",
            op.method,
            if all.is_empty() { "" } else { ", " },
            all.join(", ")
        )
        .expect("a String takes all text");
    }
    out.push_str("    }\n}\n");
    Ok(())
}

/// The check of a permission: a promise rejects, a direct call throws.
fn permission_check(op: &Op<'_>, check: &str) -> String {
    if !op.is_async || op.function.doc.iter().any(|line| line.trim() == "@refusesAtOnce") {
        return format!("        op::permit(cx, {check})?;\n");
    }
    let pinned = op.parameters.iter().filter(|(_, kind)| kind.is_bytes() && !op.is_lent(kind));
    let release: Vec<String> = pinned.map(|(name, _)| format!("op::Release::release({name});")).collect();
    format!(
        "        if let Err(error) = op::permit(cx, {check}) {{\n            {} return op::refuse(cx, error);\n        }}\n",
        release.join(" ")
    )
}

/// `readFileSync` → `read_file_sync`, with Rust's keywords escaped.
pub fn rust_name(name: &str) -> String {
    let mut out = String::new();
    let characters: Vec<char> = name.chars().collect();
    for (index, &character) in characters.iter().enumerate() {
        if character.is_uppercase() {
            let after_lower = index > 0 && !characters[index - 1].is_uppercase();
            let before_lower = characters.get(index + 1).is_some_and(|next| next.is_lowercase());
            if index > 0 && characters[index - 1] != '_' && (after_lower || before_lower) {
                out.push('_');
            }
            out.extend(character.to_lowercase());
        } else {
            out.push(character);
        }
    }
    const KEYWORDS: [&str; 12] =
        ["type", "ref", "match", "move", "loop", "fn", "in", "use", "mod", "box", "yield", "where"];
    if KEYWORDS.contains(&out.as_str()) { format!("{out}_") } else { out }
}

/// `read_file` or `http_server` → `ReadFile`, `HttpServer`.
pub fn pascal(name: &str) -> String {
    name.split('_')
        .map(|word| word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect::<String>())
        .collect()
}
