//! Names for the variables of lowered code, chosen so that no identifier of the source equals them.

use oxc_semantic::Scoping;
use rustc_hash::FxHashSet;

pub(crate) struct Names {
    prefix: String,
}

impl Names {
    pub(crate) fn new(scoping: &Scoping) -> Self {
        let taken: FxHashSet<&str> = scoping
            .symbol_names()
            .chain(scoping.root_unresolved_references().keys().map(|name| name.as_str()))
            .filter(|name| name.starts_with('$'))
            .collect();
        let mut prefix = "$".to_owned();
        let mut attempt = 0;
        while taken.iter().any(|name| name.strip_prefix(prefix.as_str()).is_some_and(is_ours)) {
            attempt += 1;
            prefix = format!("${attempt}_");
        }
        Self { prefix }
    }

    /// The module's context object.
    pub(crate) fn context(&self) -> String {
        format!("{}m", self.prefix)
    }

    /// The environment of the module that request `index` names.
    pub(crate) fn request(&self, index: u32) -> String {
        format!("{}{index}", self.prefix)
    }

    /// The binding of an `export default` without a name.
    pub(crate) fn default_export(&self) -> String {
        format!("{}default", self.prefix)
    }

    /// CommonJS: the function behind `import()`.
    pub(crate) fn dynamic_import(&self) -> String {
        format!("{}import", self.prefix)
    }

    /// CommonJS: the function behind reads of `.stack`.
    pub(crate) fn stack(&self) -> String {
        format!("{}stack", self.prefix)
    }

    /// CommonJS: the helpers of lowered code.
    pub(crate) fn helpers(&self) -> String {
        format!("{}helpers", self.prefix)
    }

    /// CommonJS: the function that lowers source for `eval`.
    pub(crate) fn code(&self) -> String {
        format!("{}code", self.prefix)
    }

    /// The cell of the asynchronous context.
    pub(crate) fn async_context(&self) -> String {
        format!("{}a", self.prefix)
    }

    /// The frame that was current when an asynchronous function was suspended.
    pub(crate) fn frame(&self) -> String {
        format!("{}f", self.prefix)
    }

    /// The position of the `await` at which an asynchronous function was suspended last.
    pub(crate) fn site(&self) -> String {
        format!("{}n", self.prefix)
    }

    /// The promises of the `Promise.all` or `Promise.any` that an asynchronous function waits for.
    pub(crate) fn inputs(&self) -> String {
        format!("{}q", self.prefix)
    }

    /// What an asynchronous function rejects with.
    pub(crate) fn thrown(&self) -> String {
        format!("{}x", self.prefix)
    }

    /// The frame that was current when a `try` or a loop began.
    pub(crate) fn saved_context(&self) -> String {
        format!("{}s", self.prefix)
    }

    /// The resources of a statement list with `using`.
    pub(crate) fn using(&self) -> String {
        format!("{}u", self.prefix)
    }

    /// The value of one iteration of a `for (using …)`.
    pub(crate) fn using_value(&self) -> String {
        format!("{}v", self.prefix)
    }

    /// A catch parameter that is destructured in the block.
    pub(crate) fn caught(&self) -> String {
        format!("{}e", self.prefix)
    }
}

fn is_ours(name: &str) -> bool {
    matches!(
        name,
        "m" | "default" | "import" | "stack" | "helpers" | "code" | "a" | "e" | "f" | "n" | "q" | "s" | "u" | "v" | "x"
    ) || (!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()))
}
