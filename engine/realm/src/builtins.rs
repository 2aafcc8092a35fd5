//! Builtin modules as source. The realm compiles one when JavaScript first requests it.

use crate::Realm;
use brio_jsc::bytecode::BytecodeSource;
use brio_jsc::{Context, Value};
use std::borrow::Cow;

/// A builtin as it is embedded: a function expression over its imports (`docs/decisions/0002`).
pub struct Builtin<'a> {
    /// The function's source.
    pub text: Text<'a>,
    /// Its imports, in the order of its parameters; a name that starts with `~` is evaluated on first use.
    pub requests: Vec<Cow<'a, str>>,
}

impl Builtin<'_> {
    /// Whether this is only another name of the builtin that it requests: it has no source of its own.
    fn is_alias(&self) -> bool {
        let source = match &self.text {
            Text::Static(text, _) => text,
            Text::Owned(text) => text.as_ref(),
        };
        source.is_empty() && self.requests.len() == 1
    }
}

/// The source of a builtin.
pub enum Text<'a> {
    /// Part of the binary: all VMs share it.
    Static(&'static str, Compiled),
    Owned(Cow<'a, str>),
}

/// The bytecode of a source.
pub enum Compiled {
    No,
    /// Available, under this number.
    Ready(&'static dyn BytecodeSource, usize),
    /// Not available: it is to be collected under this number.
    Collect(usize),
}

/// Where builtins come from: the binary itself, or a folder in development.
pub trait BuiltinSource: Sync {
    /// The builtin `id` (`node:fs`, `internal:core/errors`, …). `Err` is a sentence for a developer of the builtins.
    fn get(&self, id: &str) -> Result<Option<Builtin<'_>>, String>;
    /// Whether there is a builtin of that id.
    fn has(&self, id: &str) -> bool;
    /// All ids.
    fn ids(&self) -> Vec<String>;
    /// A thread's program has started, or has ended; what its VM compiled can be stored. The VM's lock is held.
    fn has_settled(&self, _goes_on: bool) {}
}

impl Realm {
    /// Compiles a builtin: `[function, ...requests]`, the name of another builtin that it stands for, or null when there is none of that name.
    pub fn compile_builtin<'cx>(&self, cx: Context<'cx>, id: &str) -> Result<Value<'cx>, Value<'cx>> {
        let builtin = match self.builtin_source().get(id) {
            Ok(Some(builtin)) => builtin,
            Ok(None) => return Ok(Value::null()),
            Err(message) => return Err(cx.error(&message)),
        };
        if builtin.is_alias() {
            return Ok(cx.string(&builtin.requests[0]));
        }
        let function = match &builtin.text {
            Text::Static(text, Compiled::No) => cx.evaluate_static(text, id, 1)?,
            Text::Static(text, Compiled::Ready(source, number)) => cx.evaluate_bytecode(text, id, *source, *number)?,
            Text::Static(text, Compiled::Collect(number)) => cx.evaluate_collecting(*text, id, *number)?,
            Text::Owned(text) => cx.evaluate(text, id, 1)?,
        };
        // The function stays on the stack, where the collector sees it.
        let part = |index: usize| if index == 0 { function } else { cx.string(&builtin.requests[index - 1]) };
        cx.array_from((0..builtin.requests.len() + 1).map(|index| Ok(part(index))))
    }
}
