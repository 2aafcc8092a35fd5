//! Lowers syntax that cannot be spliced (JSX, enums, namespaces, parameter properties, legacy decorators) with oxc's
//! transformer and prints the program.

use std::path::Path;

use oxc_allocator::Allocator;
use oxc_ast::ast::Statement;
use oxc_codegen::{Codegen, CodegenOptions, CommentOptions};
use oxc_transformer::{
    ClassPropertiesOptions, CompilerAssumptions, DecoratorOptions, HelperLoaderMode, HelperLoaderOptions, JsxOptions,
    JsxRuntime as OxcJsxRuntime, TransformOptions, Transformer, TypeScriptOptions,
};

use crate::diagnostic::{self, Diagnostic};
use crate::namespaces::string_members;
use crate::options::{Decorators, JsxRuntime, Options};
use crate::output::ModuleKind;
use crate::parse::Parsed;
use crate::source_map::Segment;
use crate::{abstract_fields, assigned_fields};

pub(crate) struct Printed {
    pub text: String,
    pub segments: Vec<Segment>,
}

pub(crate) fn print<'a>(
    allocator: &'a Allocator,
    source: &'a str,
    parsed: Parsed<'a>,
    options: &Options,
) -> Result<Printed, Vec<Diagnostic>> {
    let Parsed { program, scoping, kind, .. } = parsed;
    let path = Path::new(&options.file_name);
    let members = string_members::find(program, &scoping);
    if matches!(options.decorators, Decorators::Legacy { .. }) {
        abstract_fields::declare(program);
        if options.assigns_decorated_fields && options.use_define_for_class_fields {
            assigned_fields::assign(program, allocator);
        }
    }
    let transformed =
        Transformer::new(allocator, path, &transform_options(options)).build_with_scoping(scoping, program);
    if transformed.diagnostics.has_errors() {
        return Err(diagnostic::from_oxc(source, &transformed.diagnostics));
    }
    string_members::check_when_run(program, &members, allocator);
    if kind == ModuleKind::CommonJs {
        // The transformer keeps a file whose imports were types an ES module, by `export {}`.
        program.body.retain(|statement| !matches!(statement, Statement::ExportNamedDeclaration(_)));
    }
    let codegen_options = CodegenOptions {
        source_map_path: Some(path.to_path_buf()),
        comments: CommentOptions::disabled(),
        ..CodegenOptions::default()
    };
    let printed = Codegen::new()
        .with_options(codegen_options)
        .with_source_text(source)
        .with_scoping(Some(transformed.scoping))
        .build(program);
    let segments = printed.map.map_or_else(Vec::new, |map| {
        map.get_tokens()
            .map(|token| Segment {
                line: token.get_dst_line(),
                column: token.get_dst_col(),
                source_line: token.get_src_line(),
                source_column: token.get_src_col(),
                inserted: false,
            })
            .collect()
    });
    Ok(Printed { text: printed.code, segments })
}

fn transform_options(options: &Options) -> TransformOptions {
    let (legacy, emit_decorator_metadata) = match options.decorators {
        Decorators::Standard => (false, false),
        Decorators::Legacy { emit_metadata, .. } => (true, emit_metadata),
    };
    let assigns_fields = options.language.is_typescript() && !options.use_define_for_class_fields;
    // With the automatic runtime no import exists for JSX alone.
    let (pragma, fragment) = match options.jsx.runtime {
        JsxRuntime::Classic => (options.jsx.factory.clone(), options.jsx.fragment_factory.clone()),
        _ => (String::new(), String::new()),
    };
    let mut transform = TransformOptions {
        assumptions: CompilerAssumptions { set_public_class_fields: assigns_fields, ..CompilerAssumptions::default() },
        typescript: TypeScriptOptions {
            jsx_pragma: pragma.into(),
            jsx_pragma_frag: fragment.into(),
            only_remove_type_imports: options.verbatim_module_syntax,
            remove_class_fields_without_initializer: assigns_fields,
            optimize_const_enums: true,
            ..TypeScriptOptions::default()
        },
        decorator: DecoratorOptions { legacy, emit_decorator_metadata, ..DecoratorOptions::default() },
        jsx: jsx_options(options),
        helper_loader: HelperLoaderOptions { mode: HelperLoaderMode::External, ..HelperLoaderOptions::default() },
        ..TransformOptions::default()
    };
    if assigns_fields {
        // Not loose: public fields are assignments by the assumption above, private ones stay private.
        transform.env.es2022.class_properties = Some(ClassPropertiesOptions { loose: false });
    }
    transform
}

fn jsx_options(options: &Options) -> JsxOptions {
    let mut jsx = JsxOptions::enable();
    let classic = options.jsx.runtime == JsxRuntime::Classic;
    jsx.development = options.jsx.runtime == JsxRuntime::AutomaticDevelopment;
    jsx.throw_if_namespace = false;
    jsx.pure = false;
    jsx.display_name_plugin = false;
    if classic {
        jsx.runtime = OxcJsxRuntime::Classic;
        jsx.pragma = Some(options.jsx.factory.clone());
        jsx.pragma_frag = Some(options.jsx.fragment_factory.clone());
    } else {
        jsx.runtime = OxcJsxRuntime::Automatic;
        jsx.import_source = Some(options.jsx.import_source.clone());
    }
    jsx
}
