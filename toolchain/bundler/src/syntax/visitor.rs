//! Finds what is to be edited in a source.

use std::path::{Path, PathBuf};

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::Scoping;
use oxc_span::{GetSpan, Span};

use super::decorated::{class_of_decorated_member, decorated_class, is_decorated};
use super::glob_imports::Call;
use super::known_paths::KnownPaths;
use super::listed_requires::ListedRequires;
use super::suppliers::Suppliers;
use super::{
    assigned_paths, class_patterns, compiler_declarations, deferred, listed_requires, meta_globs, native_bindings,
    package_files, suppliers,
};
use crate::options::Loader;
use crate::resolution::{LOADER_QUERY, is_package};
use crate::sqlite_imports;

/// The transport that pino itself finds.
const PINO_FILE: &str = "pino/file";
const WORKERS: &[&str] = &["Worker", "SharedWorker"];
/// What the name of a worker may leave out.
const WORKER_EXTENSIONS: &[&str] = &["", ".ts", ".tsx", ".js", ".mjs", ".jsx"];

/// An edit. Positions are offsets in bytes.
#[derive(Debug)]
pub(crate) enum Edit {
    /// No change: the file is put beside the output under its own name.
    Beside {
        path: PathBuf,
    },
    Insert {
        at: u32,
        text: String,
    },
    Replace {
        start: u32,
        end: u32,
        text: String,
    },
    /// The address of a worker: `new URL("specifier", import.meta.url)`.
    Worker {
        start: u32,
        end: u32,
        specifier: String,
    },
    /// `import()` or `require` of a pattern: `*` stands for the parts that are not literal. `specifier` is the source of
    /// the argument.
    GlobImport {
        start: u32,
        end: u32,
        pattern: String,
        specifier: String,
        call: Call,
    },
    /// A pattern of files whose classes are meant.
    Classes {
        start: u32,
        end: u32,
        pattern: String,
    },
}

/// What is edited besides import attributes.
pub(super) struct Settings<'e> {
    pub(super) drop: &'e [String],
    /// Whether `import.meta.hot` is left out: it exists on a development server only.
    pub(super) drops_hot: bool,
    /// The file of the source, if the output can load native addons.
    pub(super) of_addons: Option<&'e Path>,
    /// The file of the source, if files that it finds by their places become outputs.
    pub(super) with_files: Option<&'e Path>,
    /// The folders of the program: the current one, and that of its entry.
    pub(super) program_folders: Vec<&'e Path>,
    /// Whether the source is of a package.
    pub(super) is_package: bool,
    /// Whether the address in the source is that of a worker.
    pub(super) is_worker_address: bool,
    /// The folder that names of workers are relative to; None when they stay as they are.
    pub(super) worker_folder: Option<&'e Path>,
    /// The paths that a module of a package is made of.
    pub(super) package_paths: Option<KnownPaths>,
    /// The paths that patterns are made of, if classes are found by patterns of files.
    pub(super) class_paths: Option<KnownPaths>,
    /// Whether decorated classes keep their names when names are shortened: what decorates them reads it, for the names of
    /// tables and tokens.
    pub(super) keeps_decorated: bool,
}

/// The edits of a source.
pub(super) struct Edits<'e> {
    settings: Settings<'e>,
    scoping: &'e Scoping,
    source: &'e str,
    /// How many lists of classes are around the current place.
    class_lists: u32,
    /// How many descriptions of transports of pino are around it.
    transports: u32,
    /// The classes, by name: where their bodies start.
    classes: Vec<(&'e str, u32)>,
    /// The names of those that a function of TypeScript decorates.
    decorated: Vec<&'e str>,
    listed: ListedRequires<'e>,
    /// Names that imports give to `Worker` of Node.
    worker_names: Vec<&'e str>,
    pub(super) found: Vec<Edit>,
    /// Packages that are installed, but not for the one that could use them; and that one.
    pub(super) not_meant: Vec<(&'e str, String)>,
}

impl<'e> Edits<'e> {
    pub(super) fn new(settings: Settings<'e>, scoping: &'e Scoping) -> Self {
        Self {
            settings,
            scoping,
            source: "",
            class_lists: 0,
            transports: 0,
            classes: Vec::new(),
            decorated: Vec::new(),
            listed: ListedRequires::default(),
            worker_names: Vec::new(),
            found: Vec::new(),
            not_meant: Vec::new(),
        }
    }

    fn replace(&mut self, span: Span, text: impl Into<String>) {
        self.found.push(Edit::Replace { start: span.start, end: span.end, text: text.into() });
    }

    /// An import whose attribute names a loader.
    fn with_attribute(&mut self, source: &StringLiteral<'_>, attributes: Option<&WithClause<'_>>) {
        let Some(attributes) = attributes else { return };
        let kind = attributes.with_entries.iter().find(|entry| entry.key.as_arena_str() == "type");
        let is_database = kind.is_some_and(|kind| kind.value.value == sqlite_imports::EXTERNAL);
        if is_database {
            let is_embed =
                |entry: &ImportAttribute<'_>| entry.key.as_arena_str() == "embed" && entry.value.value == "true";
            let loader = sqlite_imports::loader(attributes.with_entries.iter().any(is_embed));
            let specifier = format!("{}{LOADER_QUERY}{loader}", source.value);
            self.replace(source.span, serde_json::to_string(&specifier).unwrap_or_default());
        } else if let Some(kind) = kind {
            self.with_loader(source, kind.value.value.as_str());
        }
        // The output has no attributes: what they request is done.
        let is_done = is_database || kind.is_some_and(|kind| Loader::parse(&kind.value.value).is_some());
        if is_done && !self.is_kept(source) {
            // What follows stays in its line.
            let removed = Span::new(source.span.end, attributes.span.end);
            let lines = self.source[removed.start as usize..removed.end as usize].matches('\n').count();
            self.replace(removed, "\n".repeat(lines));
        }
    }

    /// JSON in a `.json` file needs no other loader, and keeps its attribute where it stays an import.
    fn is_kept(&self, source: &StringLiteral<'_>) -> bool {
        source.value.ends_with(".json")
    }

    fn with_loader(&mut self, source: &StringLiteral<'_>, kind: &str) {
        let specifier = source.value.as_str();
        if Loader::parse(kind).is_none() || (kind == "json" && specifier.ends_with(".json")) {
            return;
        }
        let quoted = serde_json::to_string(&format!("{specifier}{LOADER_QUERY}{kind}")).unwrap_or_default();
        self.replace(source.span, quoted);
    }

    fn is_global(&self, identifier: &IdentifierReference<'_>) -> bool {
        identifier
            .reference_id
            .get()
            .is_none_or(|reference| self.scoping.get_reference(reference).symbol_id().is_none())
    }

    /// The dotted path of a callee that starts at a global, such as `console.log`.
    fn path_of(&self, expression: &Expression<'_>) -> Option<String> {
        match expression {
            Expression::Identifier(identifier) => self.is_global(identifier).then(|| identifier.name.to_string()),
            Expression::StaticMemberExpression(member) => {
                self.path_of(&member.object).map(|object| format!("{object}.{}", member.property.name))
            }
            _ => None,
        }
    }

    fn is_dropped(&self, callee: &Expression<'_>) -> bool {
        !self.settings.drop.is_empty()
            && self.path_of(callee).is_some_and(|path| {
                self.settings.drop.iter().any(|name| {
                    path == *name || path.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with('.'))
                })
            })
    }

    /// The native addon that `require("bindings")("name")` or `require("node-gyp-build")(folder)` loads.
    fn native_addon(&self, call: &CallExpression<'_>) -> Option<PathBuf> {
        let file = self.settings.of_addons?;
        let Expression::CallExpression(inner) = &call.callee else { return None };
        let Expression::Identifier(require) = &inner.callee else { return None };
        if require.name != "require" || !self.is_global(require) {
            return None;
        }
        let [Argument::StringLiteral(finder)] = inner.arguments.as_slice() else { return None };
        let argument = call.arguments.first().and_then(|argument| argument.as_expression())?;
        native_bindings::find(finder.value.as_str(), argument, file)
    }

    /// What replaces `require(name)` of a name that was looked for in a list of packages.
    fn listed_require(&mut self, argument: &Expression<'e>) -> Option<String> {
        let file = self.settings.of_addons?;
        let mut packages = self.listed.packages(argument)?;
        if let Some(suppliers) = Suppliers::of(file, &self.settings.program_folders) {
            packages.retain(|name| {
                let is_meant = suppliers.names(name) || !suppliers.has_installed(name);
                if !is_meant {
                    self.not_meant.push((name, suppliers.package.clone()));
                }
                is_meant
            });
        }
        Some(listed_requires::replacement(self.source_of(argument), &packages))
    }

    /// What replaces `require` of a name that is composed: a package for each system, as `@scope/linux-x64`.
    fn composed_require(&self, argument: &Expression<'e>) -> Option<String> {
        let file = self.settings.of_addons.filter(|_| self.settings.is_package)?;
        let is_composed = matches!(argument, Expression::TemplateLiteral(_) | Expression::BinaryExpression(_));
        let pattern = pattern_of(argument).filter(|pattern| is_composed && pattern.contains('*'))?;
        if !is_package(&pattern) || pattern.starts_with('*') {
            return None;
        }
        let packages = suppliers::optional_dependencies(file, &pattern);
        (!packages.is_empty()).then(|| listed_requires::replacement(self.source_of(argument), &packages))
    }

    /// What replaces `require` of a variable in a package with optional peers: those that the program names.
    fn peer_require(&self, argument: &Expression<'e>) -> Option<String> {
        let file = self.settings.of_addons.filter(|_| self.settings.is_package)?;
        let Expression::Identifier(_) = argument else { return None };
        let suppliers = Suppliers::of(file, &self.settings.program_folders)?;
        let mut packages = suppliers::optional_peers(file);
        packages.retain(|name| suppliers.names(name));
        (!packages.is_empty()).then(|| listed_requires::replacement(self.source_of(argument), &packages))
    }

    /// Whether a class is that of workers: by its name, as a member, or under the name that an import gives it.
    fn is_worker(&self, class: &Expression<'_>) -> bool {
        match class {
            Expression::Identifier(name) => {
                WORKERS.contains(&name.name.as_str()) || self.worker_names.contains(&name.name.as_str())
            }
            Expression::StaticMemberExpression(member) => WORKERS.contains(&member.property.name.as_str()),
            _ => false,
        }
    }

    fn source_of(&self, expression: &Expression<'_>) -> &'e str {
        let span = expression.span();
        &self.source[span.start as usize..span.end as usize]
    }

    /// The file that a call of `require.resolve` finds.
    fn resolved_file(&self, call: &CallExpression<'_>) -> Option<PathBuf> {
        let Expression::StaticMemberExpression(callee) = &call.callee else { return None };
        let Expression::Identifier(object) = &callee.object else { return None };
        let [Argument::StringLiteral(specifier)] = call.arguments.as_slice() else { return None };
        if callee.property.name != "resolve" || object.name != "require" || !self.is_global(object) {
            return None;
        }
        package_files::resolved(specifier.value.as_str(), self.settings.with_files?)
    }

    /// The program whose address an expression is: a URL beside the module of a source in TypeScript can only be a worker, or
    /// what another process runs.
    fn addressed_program(&self, expression: &Expression<'_>) -> Option<Edit> {
        let (specifier, span) = url_of_module(expression)?;
        let is_program = || {
            let file = package_files::resolved(specifier, self.settings.with_files?)?;
            package_files::is_typescript(&file).then_some(())
        };
        let is_worker = self.settings.is_worker_address || is_program().is_some();
        is_worker.then(|| Edit::Worker { start: span.start, end: span.end, specifier: specifier.to_owned() })
    }

    /// The file whose address a call of `import.meta.resolve` returns.
    fn addressed_file(&self, expression: &Expression<'_>) -> Option<PathBuf> {
        let Expression::CallExpression(call) = expression else { return None };
        let Expression::StaticMemberExpression(callee) = &call.callee else { return None };
        let [Argument::StringLiteral(specifier)] = call.arguments.as_slice() else { return None };
        if callee.property.name != "resolve" || !matches!(callee.object, Expression::ImportMeta(_)) {
            return None;
        }
        package_files::resolved(specifier.value.as_str(), self.settings.with_files?)
    }

    /// The file that an expression finds by its place.
    fn found_file(&self, expression: &Expression<'_>) -> Option<PathBuf> {
        let of_call = match expression {
            Expression::CallExpression(call) => self.resolved_file(call),
            _ => None,
        };
        let paths = self.settings.package_paths.as_ref().filter(|_| self.settings.with_files.is_some());
        of_call.or_else(|| package_files::of_place(expression, paths?))
    }

    /// Replaces what a function returns if it is the folder of its package.
    fn visit_returned(&mut self, expression: &Expression<'_>) {
        let file = self.settings.with_files.filter(|_| self.settings.is_package);
        if let Some(folder) = file.and_then(|file| package_files::returned_folder(expression, file)) {
            self.replace(expression.span(), package_files::output_path(&folder));
        }
    }

    /// The file of a worker that is named relative to the current folder: in an executable it is not there.
    fn worker_file(&self, address: &Expression<'_>) -> Option<(String, Span)> {
        let Expression::StringLiteral(name) = address else { return None };
        let is_path = name.value.starts_with("./") || name.value.starts_with("../");
        let path = self.settings.worker_folder.filter(|_| is_path)?.join(name.value.as_str());
        let named = |extension: &&str| PathBuf::from(format!("{}{extension}", path.display()));
        let file = WORKER_EXTENSIONS.iter().map(named).find(|file| file.is_file())?.canonicalize().ok()?;
        Some((file.to_string_lossy().into_owned(), name.span))
    }

    /// Visits what may be a list of classes, by its name.
    fn visit_named(&mut self, name: Option<&str>, visit: impl FnOnce(&mut Self)) {
        let is_list =
            self.settings.class_paths.is_some() && name.is_some_and(|name| class_patterns::PROPERTIES.contains(&name));
        self.class_lists += u32::from(is_list);
        visit(self);
        self.class_lists -= u32::from(is_list);
    }

    /// Lets the classes that TypeScript's function decorates keep their names.
    fn keep_decorated(&mut self) {
        let starts: Vec<(String, u32)> = self
            .classes
            .iter()
            .filter(|(name, _)| self.decorated.contains(name))
            .map(|(name, start)| ((*name).to_owned(), *start))
            .collect();
        starts.iter().for_each(|(name, start)| self.keep_name(name, *start));
    }

    fn keep_name(&mut self, name: &str, body_start: u32) {
        let block = format!("{{static{{Object.defineProperty(this,\"name\",{{value:\"{name}\",configurable:true}})}}");
        self.replace(Span::new(body_start, body_start + 1), block);
    }

    fn import_of_pattern(&mut self, span: Span, argument: &Expression<'_>, call: Call) {
        if matches!(argument, Expression::StringLiteral(_)) {
            return;
        }
        let Some(pattern) = pattern_of(argument) else { return };
        let has_folder = pattern.starts_with("./") || pattern.starts_with("../");
        let fixed = pattern.split('*').next().unwrap_or_default();
        if !has_folder || !pattern.contains('*') || fixed == "./" && !pattern.contains('.') {
            return;
        }
        let specifier = self.source_of(argument).to_owned();
        self.found.push(Edit::GlobImport { start: span.start, end: span.end, pattern, specifier, call });
    }
}

/// Whether an expression is `import.meta.hot`, or a member of it.
fn is_hot(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::StaticMemberExpression(member) => is_hot_member(member),
        _ => false,
    }
}

fn is_hot_member(member: &StaticMemberExpression<'_>) -> bool {
    (member.property.name == "hot" && matches!(member.object, Expression::ImportMeta(_))) || is_hot(&member.object)
}

/// A string with `*` for what is not literal. None when it is no concatenation of strings.
pub(super) fn pattern_of(expression: &Expression<'_>) -> Option<String> {
    match expression {
        Expression::StringLiteral(literal) => Some(literal.value.to_string()),
        Expression::TemplateLiteral(template) => {
            let mut pattern = String::new();
            for (index, quasi) in template.quasis.iter().enumerate() {
                if index > 0 {
                    pattern.push('*');
                }
                pattern += quasi.value.cooked.as_ref()?.as_str();
            }
            Some(pattern)
        }
        Expression::BinaryExpression(binary) if binary.operator == BinaryOperator::Addition => {
            let left = pattern_of(&binary.left).unwrap_or_else(|| "*".to_owned());
            let right = pattern_of(&binary.right).unwrap_or_else(|| "*".to_owned());
            (left != "*" || right != "*").then(|| left + &right)
        }
        _ => None,
    }
}

/// The specifier of `new URL("specifier", import.meta.url)`, or of that URL's `href`.
fn worker_address(expression: &Expression<'_>) -> Option<(String, Span)> {
    let url = match expression {
        Expression::StaticMemberExpression(member) if member.property.name == "href" => &member.object,
        other => other,
    };
    url_of_module(url).map(|(specifier, span)| (specifier.to_owned(), span))
}

fn url_of_module<'a>(expression: &'a Expression<'a>) -> Option<(&'a str, Span)> {
    let Expression::NewExpression(url) = expression else { return None };
    let [Argument::StringLiteral(specifier), base] = url.arguments.as_slice() else { return None };
    let is_meta_url = base.as_expression().is_some_and(|base| {
        matches!(base, Expression::StaticMemberExpression(member)
            if member.property.name == "url" && matches!(member.object, Expression::ImportMeta(_)))
    });
    (url.callee.is_specific_id("URL") && is_meta_url).then(|| (specifier.value.as_str(), url.span))
}

impl<'a> Visit<'a> for Edits<'a> {
    fn visit_program(&mut self, it: &Program<'a>) {
        self.source = it.source_text;
        for paths in [&mut self.settings.class_paths, &mut self.settings.package_paths].into_iter().flatten() {
            paths.note_constants(it);
            assigned_paths::note(paths, it, self.scoping);
        }
        walk::walk_program(self, it);
        self.keep_decorated();
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        let has_own_name =
            || it.body.body.iter().any(|member| member.r#static() && member.static_name().as_deref() == Some("name"));
        if let Some(id) = it.id.as_ref().filter(|_| self.settings.keeps_decorated && !has_own_name()) {
            let body_start = it.body.span.start;
            match !is_decorated(it) && !class_patterns::is_migration(id.name.as_str()) {
                true => self.classes.push((id.name.as_str(), body_start)),
                false => self.keep_name(id.name.as_str(), body_start),
            }
        }
        walk::walk_class(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if self.settings.keeps_decorated {
            self.decorated.extend(decorated_class(it));
        }
        let file = self.settings.with_files.filter(|_| self.settings.is_package);
        if let Some((worker, name)) = file.and_then(|file| package_files::worker_source(it, file)) {
            self.replace(name.span, package_files::output_path(&worker));
        }
        walk::walk_assignment_expression(self, it);
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        let name = it.key.static_name();
        if let (Some("target"), Expression::StringLiteral(target)) = (name.as_deref(), &it.value)
            && self.transports > 0
            && let Some(file) = self.settings.with_files
            && is_package(&target.value)
            && target.value != PINO_FILE
            && suppliers::is_installed(&target.value, file)
        {
            self.replace(target.span, package_files::program_path(&target.value));
            return;
        }
        let is_transport = name.as_deref() == Some("transport");
        self.transports += u32::from(is_transport);
        self.visit_named(name.as_deref(), |visitor| walk::walk_object_property(visitor, it));
        self.transports -= u32::from(is_transport);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        let name = it.id.get_identifier_name();
        self.listed.note_list(it);
        if let Some((span, text)) = self.settings.with_files.and_then(|file| compiler_declarations::own_path(it, file))
        {
            self.replace(span, text);
            return;
        }
        self.visit_named(name.as_ref().map(|name| name.as_str()), |visitor| {
            walk::walk_variable_declarator(visitor, it);
        });
    }

    fn visit_array_expression(&mut self, it: &ArrayExpression<'a>) {
        if let Some(paths) = self.settings.class_paths.as_ref().filter(|_| self.class_lists > 0) {
            for element in it.elements.iter().filter_map(|element| element.as_expression()) {
                if let Some(pattern) = class_patterns::pattern_of(element, paths) {
                    let span = element.span();
                    self.found.push(Edit::Classes { start: span.start, end: span.end, pattern });
                }
            }
        }
        walk::walk_array_expression(self, it);
    }

    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        if let Some((span, text)) = deferred::declaration(self.source, it) {
            self.replace(span, text);
            return;
        }
        self.with_attribute(&it.source, it.with_clause.as_deref());
        if it.source.value.ends_with("worker_threads") {
            let specifiers = it.specifiers.iter().flatten();
            self.worker_names.extend(specifiers.filter_map(|specifier| match specifier {
                ImportDeclarationSpecifier::ImportSpecifier(one) if one.imported.name() == "Worker" => {
                    Some(one.local.name.as_str())
                }
                _ => None,
            }));
        }
    }

    fn visit_export_from_declaration(&mut self, it: &ExportFromDeclaration<'a>) {
        self.with_attribute(&it.source, it.with_clause.as_deref());
    }

    fn visit_export_all_declaration(&mut self, it: &ExportAllDeclaration<'a>) {
        self.with_attribute(&it.source, it.with_clause.as_deref());
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        let kind = match &it.options {
            Some(Expression::ObjectExpression(options)) => attribute_type(options),
            _ => None,
        };
        if let Some((span, text)) = deferred::call(it, kind) {
            self.replace(span, text);
            return;
        }
        if let (Expression::StringLiteral(source), Some(kind)) = (&it.source, kind) {
            self.with_loader(source, kind);
        }
        let call = Call { is_require: false, loader: kind.map(str::to_owned) };
        self.import_of_pattern(it.span, &it.source, call);
        walk::walk_import_expression(self, it);
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        let is_worker = self.is_worker(&it.callee);
        let address = it.arguments.first().and_then(|argument| argument.as_expression());
        let address = address.filter(|_| is_worker);
        let named = address.and_then(|address| worker_address(address).or_else(|| self.worker_file(address)));
        if let Some((specifier, span)) = named {
            self.found.push(Edit::Worker { start: span.start, end: span.end, specifier });
            it.arguments.iter().skip(1).for_each(|argument| self.visit_argument(argument));
            return;
        }
        walk::walk_new_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if meta_globs::is_glob(it) {
            return;
        }
        if self.is_dropped(&it.callee) || (self.settings.drops_hot && is_hot(&it.callee)) {
            self.replace(it.span, "void 0");
            return;
        }
        if let Expression::Identifier(callee) = &it.callee
            && callee.name == "require"
            && self.is_global(callee)
            && let Some(argument) = it.arguments.first().and_then(|argument| argument.as_expression())
        {
            self.import_of_pattern(it.span, argument, Call { is_require: true, loader: None });
            let text = self.listed_require(argument).or_else(|| self.composed_require(argument));
            if let Some(text) = text.or_else(|| self.peer_require(argument)) {
                self.replace(it.span, text);
                return;
            }
            // The module itself, and not another copy of it.
            if let Some(file) = self.found_file(argument).filter(|file| file.is_file()) {
                self.replace(argument.span(), serde_json::to_string(&file.to_string_lossy()).unwrap_or_default());
                return;
            }
        }
        if self.settings.keeps_decorated {
            self.decorated.extend(class_of_decorated_member(it));
        }
        self.listed.note_check(it);
        if let Some(file) = self.native_addon(it) {
            let quoted = serde_json::to_string(&file.to_string_lossy()).unwrap_or_default();
            self.replace(it.span, format!("require({quoted})"));
            return;
        }
        let is_transport = it.callee.as_member_expression().and_then(|member| member.static_property_name())
            == Some("transport")
            || it.callee.is_specific_id("transport");
        self.transports += u32::from(is_transport);
        walk::walk_call_expression(self, it);
        self.transports -= u32::from(is_transport);
    }

    fn visit_expression(&mut self, it: &Expression<'a>) {
        if self.settings.with_files.is_some()
            && let Some(file) = self.found_file(it)
        {
            self.replace(it.span(), package_files::output_path(&file));
            return;
        }
        let paths = self.settings.package_paths.as_ref().filter(|_| self.settings.with_files.is_some());
        if let Some((folder, span)) = paths.and_then(|paths| package_files::addon_folder(it, paths)) {
            self.replace(span, package_files::output_path(&folder));
            return;
        }
        if let Some(program) = self.addressed_program(it) {
            self.found.push(program);
            return;
        }
        if let Some(file) = self.addressed_file(it) {
            self.replace(it.span(), package_files::output_address(&file));
            return;
        }
        walk::walk_expression(self, it);
    }

    fn visit_string_literal(&mut self, it: &StringLiteral<'a>) {
        let file = self.settings.with_files.filter(|_| self.settings.is_package);
        if let Some(path) = file.and_then(|file| package_files::beside(&it.value, file)) {
            self.found.push(Edit::Beside { path });
        }
    }

    fn visit_return_statement(&mut self, it: &ReturnStatement<'a>) {
        it.argument.iter().for_each(|argument| self.visit_returned(argument));
        walk::walk_return_statement(self, it);
    }

    fn visit_computed_member_expression(&mut self, it: &ComputedMemberExpression<'a>) {
        // `delete require.cache[require.resolve("./module")]` has no other file in mind: the key is one that no module has.
        if it.object.is_specific_member_access("require", "cache")
            && let Some(file) = self.found_file(&it.expression)
        {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            self.replace(it.expression.span(), serde_json::to_string(&name).unwrap_or_default());
            return;
        }
        walk::walk_computed_member_expression(self, it);
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        if self.settings.drops_hot && is_hot_member(it) {
            let is_data = it.property.name == "data" && is_hot(&it.object);
            let is_itself = matches!(it.object, Expression::ImportMeta(_));
            if is_data || is_itself {
                self.replace(it.span, if is_data { "Object()" } else { "undefined" });
                return;
            }
        }
        walk::walk_static_member_expression(self, it);
    }

    fn visit_debugger_statement(&mut self, it: &DebuggerStatement) {
        if self.settings.drop.iter().any(|name| name == "debugger") {
            self.replace(it.span, ";");
        }
    }

    fn visit_labeled_statement(&mut self, it: &LabeledStatement<'a>) {
        walk::walk_labeled_statement(self, it);
    }
}

/// `type` of the options `{ with: { type: "…" } }`.
fn attribute_type<'o>(options: &'o ObjectExpression<'_>) -> Option<&'o str> {
    let property = |object: &'o ObjectExpression<'_>, name: &str| {
        object.properties.iter().find_map(|property| match property {
            ObjectPropertyKind::ObjectProperty(property) if property.key.is_specific_static_name(name) => {
                Some(&property.value)
            }
            _ => None,
        })
    };
    let Some(Expression::ObjectExpression(attributes)) = property(options, "with") else { return None };
    match property(attributes, "type") {
        Some(Expression::StringLiteral(kind)) => Some(kind.value.as_str()),
        _ => None,
    }
}
