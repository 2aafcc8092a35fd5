//! Which `.js` files have no JSX. They are parsed as if they could have it, and the transform that compiles it costs a walk of
//! the tree and an analysis of its scopes: what has none goes without.

use memchr::memchr_iter;
use rolldown_common::ModuleType;
use rolldown_plugin::{HookTransformArgs, HookTransformOutput};

use crate::options::Options;

/// Finds the `.js` files that need no transform.
#[derive(Debug)]
pub(crate) struct PlainScripts {
    /// Whether JSX is all that the transform would compile.
    only_jsx: bool,
}

impl PlainScripts {
    pub(crate) fn new(options: &Options) -> Self {
        Self { only_jsx: options.engines.is_empty() }
    }

    /// None when the module stays as it is.
    pub(crate) fn output(&self, args: &HookTransformArgs<'_>) -> Option<HookTransformOutput> {
        let is_plain = self.only_jsx && *args.module_type == ModuleType::Jsx && !may_have_jsx(args.code);
        is_plain.then(|| HookTransformOutput { module_type: Some(ModuleType::Js), ..HookTransformOutput::default() })
    }
}

/// Whether a source can have JSX. Each element ends with `</` or `/>`, perhaps with blanks or a comment between the two.
fn may_have_jsx(code: &str) -> bool {
    let bytes = code.as_bytes();
    memchr_iter(b'/', bytes).any(|at| {
        let before = bytes[..at].iter().rev().find(|byte| !byte.is_ascii_whitespace());
        let behind = bytes[at + 1..].iter().find(|byte| !byte.is_ascii_whitespace());
        before == Some(&b'<') || behind == Some(&b'>')
    })
}

#[cfg(test)]
mod tests {
    use super::may_have_jsx;

    #[test]
    fn elements_are_found() {
        let sources = [
            "<a></a>",
            "f(<></>)",
            "<br/>",
            "<br\n  / >",
            "<a>b< / a>",
            "<a>b<\n/* c */ /a>",
            "<a / /* b */ >",
            "<A.b {...c} />",
        ];
        for code in sources {
            assert!(may_have_jsx(code), "{code}");
        }
    }

    #[test]
    fn divisions_comments_and_arrows_are_no_elements() {
        let sources = [
            "a < b / c > d",
            "// a\n/* b */ const c = () => /d/g.test(e)",
            "a >> b",
            "'http://a'",
            "/** @type {A<B>} */",
            "",
        ];
        for code in sources {
            assert!(!may_have_jsx(code), "{code}");
        }
    }
}
