//! Lowers decorators and merged namespaces as running a program does, so that a bundle behaves as its sources: both kinds
//! of decorators, TypeScript's metadata, and blocks of a namespace that use each other's exports.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use brio_transform::{Language, LoweredModule, ModuleKind, Options};
use rolldown_common::{ModuleType, side_effects::HookSideEffects};
use rolldown_plugin::{
    HookLoadArgs, HookLoadOutput, HookLoadReturn, HookResolveIdArgs, HookResolveIdOutput, HookResolveIdReturn,
    HookTransformArgs, HookTransformOutput, HookTransformReturn, HookUsage, Plugin, PluginContext, PluginHookMeta,
    PluginOrder, SharedLoadPluginContext, SharedTransformPluginContext,
};
use rolldown_sourcemap::{SourceMap, SourceMapBuilder};

use crate::compiler_options::{self, Configuration};
use crate::options::{Jsx, Options as BuildOptions, Target};
use crate::plain_scripts::PlainScripts;
use crate::resolution::without_query;
use crate::single::syntax_support;
use crate::syntax::is_code;
use crate::text_search::places;

/// The module with the functions that lowered code calls.
const HELPERS: &str = "brio:syntax-helpers";
const HELPERS_ID: &str = "\0brio:syntax-helpers";
/// Before a field with a getter and a setter.
const ACCESSOR: &str = "accessor";

/// Lowers decorators and merged namespaces.
pub(crate) struct DecoratorLowering {
    configuration: Configuration,
    jsx: Jsx,
    /// Whether the output is for Bun, which assigns decorated fields.
    is_for_bun: bool,
    origins: Origins,
    /// What has neither decorators nor JSX. None for the development server, whose transform also names components.
    plain: Option<PlainScripts>,
}

/// Where lowered modules are from, by their ids, for reports: Rolldown only has what they became.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origins(Arc<Mutex<HashMap<String, Origin>>>);

#[derive(Debug)]
struct Origin {
    map: brio_transform::SourceMap,
    /// The width of what was put before the first line.
    head: u32,
}

impl Origins {
    /// The position in the source of a module: line (from 1) and column (from 0). None for a module that is not lowered.
    pub(crate) fn position(&self, id: &str, line: u32, column: u32) -> Option<(u32, u32)> {
        let all = self.0.lock().ok()?;
        let origin = all.get(id)?;
        let (line, column) = origin.map.lookup(line, column + 1, origin.head);
        Some((line, column - 1))
    }
}

impl std::fmt::Debug for DecoratorLowering {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("DecoratorLowering").finish_non_exhaustive()
    }
}

impl DecoratorLowering {
    pub(crate) fn new(options: &BuildOptions, origins: Origins, is_served: bool) -> Self {
        Self {
            configuration: Configuration::new(options),
            jsx: compiler_options::jsx(options),
            is_for_bun: options.target == Target::Bun,
            origins,
            plain: (!is_served).then(|| PlainScripts::new(options)),
        }
    }

    fn options(&self, id: &str, module_type: &ModuleType) -> Options {
        let path = without_query(id);
        let mut options = Options { assigns_decorated_fields: self.is_for_bun, ..Options::for_file(path) };
        options.language = match module_type {
            ModuleType::Ts => Language::Ts,
            ModuleType::Tsx => Language::Tsx,
            ModuleType::Jsx => Language::Jsx,
            _ => Language::Js,
        };
        if options.language != Language::Js
            && Path::new(path).is_absolute()
            && let Some(config) = self.configuration.of(Path::new(path))
        {
            brio_compiler_options::apply(&mut options, &config);
        }
        compiler_options::apply_jsx(&self.jsx, &mut options);
        options
    }
}

/// Whether a source can have a decorator or `accessor`: one of them is outside of what looks like a comment.
/// Parsing large libraries only for the `@license` of a comment would take a tenth of a build.
pub(crate) fn may_have_decorators(code: &str) -> bool {
    let is_name = |character: char| character.is_alphanumeric() || "_$#(".contains(character);
    let decorators = places(code, "@").filter(|place| {
        let before = code[..*place].chars().next_back();
        let is_part =
            before.is_some_and(|character| is_name(character) && character != '(' || "\"'`@".contains(character));
        !is_part && code[place + 1..].trim_start().starts_with(is_name)
    });
    let accessors = places(code, ACCESSOR).filter(|place| {
        let is_part =
            code[..*place].chars().next_back().is_some_and(|character| is_name(character) || character == '.');
        let behind = &code[place + ACCESSOR.len()..];
        !is_part
            && behind.starts_with(char::is_whitespace)
            && behind.trim_start().starts_with(|c| is_name(c) || "['\"".contains(c))
    });
    decorators.chain(accessors).any(|place| !is_in_comment(code, place))
}

/// Whether the line before a place looks like the start or the middle of a comment.
fn is_in_comment(code: &str, place: usize) -> bool {
    let line_start = code[..place].rfind('\n').map_or(0, |index| index + 1);
    let line = code[line_start..place].trim_start();
    let is_open = || line.rfind("/*").is_some_and(|open| !line[open..].contains("*/"));
    // A method that is a generator begins so, too.
    let is_inner = line.strip_prefix('*').is_some_and(|text| !text.starts_with(is_name_part)) && !line.contains("*/");
    is_inner || line.starts_with("//") || is_open() || line.contains(" //")
}

fn is_name_part(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$' | '#' | '[')
}

/// Whether a source in TypeScript can have a namespace: the keyword, a name, and a block.
fn may_have_namespaces(code: &str) -> bool {
    ["namespace", "module"].into_iter().any(|keyword| {
        places(code, keyword).any(|place| {
            let behind = &code[place + keyword.len()..];
            let name = behind.trim_start();
            let block = name.trim_start_matches(|character| is_name_part(character) || character == '.').trim_start();
            !code[..place].ends_with(is_name_part)
                && behind.starts_with(|character: char| character.is_whitespace() || character == '/')
                && block.starts_with(['{', '/', '\\'])
        })
    })
}

/// The lowered module with an import of the helpers, on its first line so that lines stay.
fn with_helpers(lowered: &LoweredModule) -> String {
    if !lowered.code.contains("babelHelpers") {
        return lowered.code.clone();
    }
    match lowered.kind {
        ModuleKind::EsModule => format!("import * as babelHelpers from \"{HELPERS}\";{}", lowered.code),
        // What `require` returns would have all of them.
        ModuleKind::CommonJs => {
            format!("var babelHelpers = {};{}", syntax_support::used_by(&lowered.code), lowered.code)
        }
    }
}

/// The map of a lowered module: one token for each place where a word starts.
fn source_map(lowered: &LoweredModule, code: &str, id: &str, source: &str) -> Option<SourceMap> {
    let map = lowered.map.as_ref()?;
    let head = (code.len() - lowered.code.len()) as u32;
    let mut builder = SourceMapBuilder::default();
    let file = builder.set_source_and_content(id, source);
    for (line, text) in lowered.code.lines().enumerate() {
        let line = line as u32;
        let mut column = 0;
        let mut was_word = false;
        for character in text.chars() {
            let is_word = character.is_alphanumeric() || character == '_' || character == '$';
            if (is_word && !was_word) || (!is_word && !character.is_whitespace()) {
                let (source_line, source_column) = map.lookup(line + 1, column + 1, 0);
                let shift = if line == 0 { head } else { 0 };
                builder.add_token(line, column + shift, source_line - 1, source_column - 1, Some(file), None);
            }
            was_word = is_word;
            column += character.len_utf16() as u32;
        }
    }
    Some(builder.into_owned_sourcemap().into_inner())
}

impl Plugin for DecoratorLowering {
    fn name(&self) -> Cow<'static, str> {
        Cow::Borrowed("brio:decorators")
    }

    fn register_hook_usage(&self) -> HookUsage {
        HookUsage::ResolveId | HookUsage::Load | HookUsage::Transform
    }

    fn transform_meta(&self) -> Option<PluginHookMeta> {
        Some(PluginHookMeta { order: Some(PluginOrder::Post) })
    }

    async fn resolve_id(&self, _: &PluginContext, args: &HookResolveIdArgs<'_>) -> HookResolveIdReturn {
        Ok((args.specifier == HELPERS).then(|| HookResolveIdOutput::from_id(HELPERS_ID)))
    }

    async fn load(&self, _: SharedLoadPluginContext, args: &HookLoadArgs<'_>) -> HookLoadReturn {
        Ok((args.id == HELPERS_ID).then(|| HookLoadOutput {
            code: syntax_support::module().into(),
            side_effects: Some(HookSideEffects::False),
            module_type: Some(ModuleType::Js),
            ..HookLoadOutput::default()
        }))
    }

    async fn transform(&self, _: SharedTransformPluginContext, args: &HookTransformArgs<'_>) -> HookTransformReturn {
        if !is_code(args.module_type) || args.id == HELPERS_ID {
            return Ok(None);
        }
        let has_types = matches!(args.module_type, ModuleType::Ts | ModuleType::Tsx);
        let may_be_lowered = may_have_decorators(args.code) || (has_types && may_have_namespaces(args.code));
        if !may_be_lowered {
            return Ok(self.plain.as_ref().and_then(|plain| plain.output(args)));
        }
        let options = self.options(args.id, args.module_type);
        // A file that does not parse is reported by the bundler, which shows the line.
        let Ok(Some(mut lowered)) = brio_transform::lower_for_bundler(args.code, &options) else { return Ok(None) };
        let code = with_helpers(&lowered);
        let map = source_map(&lowered, &code, args.id, args.code);
        if let (Some(map), Ok(mut all)) = (lowered.map.take(), self.origins.0.lock()) {
            all.insert(args.id.to_owned(), Origin { map, head: (code.len() - lowered.code.len()) as u32 });
        }
        Ok(Some(HookTransformOutput {
            map: map.map_or_else(Default::default, Into::into),
            code: Some(code),
            module_type: Some(ModuleType::Js),
            ..HookTransformOutput::default()
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::{may_have_decorators, may_have_namespaces};

    #[test]
    fn decorators_and_accessors_outside_of_comments_are_found() {
        for code in [
            "@a class B {}",
            "export default @a class {}",
            "class A { @b() c() {} }",
            "class A { @(b) c }",
            "class A {\n  accessor b = 1 }",
            "class A { static accessor #b }",
            "const a = 'x'; class A { @ b c }",
            "class A {\n  /**\n   * Of it.\n   */ @b() c;\n}",
            "class A {\n  *b(@c d) {}\n}",
        ] {
            assert!(may_have_decorators(code), "{code}");
        }
    }

    #[test]
    fn comments_strings_and_names_are_no_decorators() {
        for code in [
            "/** @license MIT */",
            "/**\n * @param a {@link B}\n */",
            "const a = /* @__PURE__ */ f(); // @ts-ignore",
            "class A {\n  /**\n   * @b\n   *\n   * @c {d}\n   */\n  e() {} }",
            "import '@scope/name'; const mail = 'a@b.c', key = '@@iterator';",
            "// the accessor returns it\nobject.accessor (1); accessors",
        ] {
            assert!(!may_have_decorators(code), "{code}");
        }
    }

    #[test]
    fn namespaces_are_found() {
        for code in [
            "namespace A {}",
            "export namespace A.B\n{",
            "declare  module A{}",
            "namespace /* a */ A {}",
            "namespace A /* a */ {",
        ] {
            assert!(may_have_namespaces(code), "{code}");
        }
        for code in [
            "import a from '../module';",
            "// the namespace of it",
            "a.module = b;",
            "namespaces = {}",
            "const { module } = a;",
            "typeof module",
        ] {
            assert!(!may_have_namespaces(code), "{code}");
        }
    }
}
