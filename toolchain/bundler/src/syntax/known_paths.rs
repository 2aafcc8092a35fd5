//! The paths that a module builds from what is known before it runs: its own place, that of the program's entry, the
//! current folder, and constants made of them.

use std::collections::HashMap;
use std::path::Path;

use oxc_ast::ast::*;

/// The start of the URL of a file.
const FILE_URL: &str = "file://";

/// What is known about the paths of one module.
#[derive(Clone, Debug)]
pub(super) struct KnownPaths {
    /// The module.
    file: String,
    /// The current folder.
    directory: String,
    /// The file that the program starts with. None when there are several.
    entry: Option<String>,
    /// The module's constants that are strings, by name.
    constants: HashMap<String, String>,
}

impl KnownPaths {
    pub(super) fn new(file: &Path, directory: &Path, entry: Option<&Path>) -> Self {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        Self { file: text(file), directory: text(directory), entry: entry.map(text), constants: HashMap::new() }
    }

    pub(super) fn file(&self) -> &Path {
        Path::new(&self.file)
    }

    pub(super) fn directory(&self) -> &str {
        &self.directory
    }

    /// The folder of the module.
    pub(super) fn folder(&self) -> &str {
        parent(&self.file)
    }

    /// Reads the constants at the top of a module.
    pub(super) fn note_constants(&mut self, program: &Program<'_>) {
        for statement in &program.body {
            let declaration = match statement {
                Statement::VariableDeclaration(declaration) => declaration,
                Statement::ExportDeclaration(export) => match &export.declaration {
                    Declaration::VariableDeclaration(declaration) => declaration,
                    _ => continue,
                },
                _ => continue,
            };
            if declaration.kind != VariableDeclarationKind::Const {
                continue;
            }
            for declarator in &declaration.declarations {
                let value = declarator.init.as_ref().and_then(|value| self.string_of(value));
                if let (Some(name), Some(value)) = (declarator.id.get_identifier_name(), value) {
                    self.constants.insert(name.to_string(), value);
                }
            }
        }
    }

    /// Adds a constant.
    pub(super) fn note(&mut self, name: &str, value: String) {
        self.constants.insert(name.to_owned(), value);
    }

    /// The string that an expression is. None when it is not known before the program runs.
    pub(super) fn string_of(&self, expression: &Expression<'_>) -> Option<String> {
        match expression.get_inner_expression() {
            Expression::StringLiteral(literal) => Some(literal.value.to_string()),
            Expression::Identifier(name) => match name.name.as_str() {
                "__dirname" => Some(self.folder().to_owned()),
                "__filename" => Some(self.file.clone()),
                name => self.constants.get(name).cloned(),
            },
            Expression::TemplateLiteral(template) => {
                let mut text = String::new();
                for (index, quasi) in template.quasis.iter().enumerate() {
                    text += quasi.value.cooked.as_ref()?.as_str();
                    if let Some(expression) = template.expressions.get(index) {
                        text += &self.string_of(expression)?;
                    }
                }
                Some(text)
            }
            Expression::BinaryExpression(binary) if binary.operator == BinaryOperator::Addition => {
                Some(self.string_of(&binary.left)? + &self.string_of(&binary.right)?)
            }
            Expression::StaticMemberExpression(member) => self.member(member),
            Expression::ComputedMemberExpression(member) => {
                let is_second = matches!(&member.expression, Expression::NumericLiteral(index) if index.value == 1.0);
                (is_second && is_member(&member.object, "process", "argv")).then(|| self.entry.clone()).flatten()
            }
            Expression::CallExpression(call) => self.call(call),
            Expression::NewExpression(new) => self.url(new),
            _ => None,
        }
    }

    fn member(&self, member: &StaticMemberExpression<'_>) -> Option<String> {
        let name = member.property.name.as_str();
        if matches!(member.object, Expression::ImportMeta(_)) {
            return match name {
                "dirname" | "dir" => Some(self.folder().to_owned()),
                "filename" | "path" => Some(self.file.clone()),
                "url" => Some(format!("{FILE_URL}{}", self.file)),
                _ => None,
            };
        }
        if (name == "filename" && is_member(&member.object, "require", "main"))
            || (name == "main" && is_name(&member.object, "Bun"))
        {
            return self.entry.clone();
        }
        match name {
            "pathname" => self.string_of(&member.object)?.strip_prefix(FILE_URL).map(str::to_owned),
            "href" => self.string_of(&member.object).filter(|address| address.starts_with(FILE_URL)),
            _ => None,
        }
    }

    fn call(&self, call: &CallExpression<'_>) -> Option<String> {
        let name = called_name(call)?;
        if name == "cwd" && call.arguments.is_empty() {
            return Some(self.directory.clone());
        }
        let parts = call.arguments.iter().map(|argument| self.string_of(argument.as_expression()?));
        let parts = parts.collect::<Option<Vec<String>>>()?;
        match (name, parts.as_slice()) {
            ("join" | "resolve", [_, ..]) => Some(parts.join("/")),
            ("dirname", [path]) => Some(parent(path).to_owned()),
            ("normalize", [path]) => Some(path.clone()),
            ("fileURLToPath", [address]) => address.strip_prefix(FILE_URL).map(str::to_owned),
            _ => None,
        }
    }

    /// The address of `new URL("relative", import.meta.url)`.
    fn url(&self, new: &NewExpression<'_>) -> Option<String> {
        if !is_name(&new.callee, "URL") {
            return None;
        }
        let parts = new.arguments.iter().map(|argument| self.string_of(argument.as_expression()?));
        match parts.collect::<Option<Vec<String>>>()?.as_slice() {
            [relative, base] if !relative.contains(':') => {
                let folder = parent(base.strip_prefix(FILE_URL)?);
                Some(format!("{FILE_URL}{folder}/{relative}"))
            }
            _ => None,
        }
    }
}

/// The name of the function that is called: `join` of `path.join()`, and of `(0, path.join)()` as compilers write it.
pub(super) fn called_name<'a>(call: &'a CallExpression<'_>) -> Option<&'a str> {
    let mut callee = call.callee.get_inner_expression();
    if let Expression::SequenceExpression(sequence) = callee {
        callee = sequence.expressions.last()?;
    }
    match callee {
        Expression::Identifier(name) => Some(name.name.as_str()),
        Expression::StaticMemberExpression(member) => Some(member.property.name.as_str()),
        _ => None,
    }
}

/// Everything before the last segment of a path.
fn parent(path: &str) -> &str {
    path.trim_end_matches('/').rsplit_once('/').map_or(".", |(folder, _)| folder)
}

fn is_name(expression: &Expression<'_>, name: &str) -> bool {
    matches!(expression.get_inner_expression(), Expression::Identifier(found) if found.name == name)
}

fn is_member(expression: &Expression<'_>, object: &str, name: &str) -> bool {
    matches!(expression.get_inner_expression(), Expression::StaticMemberExpression(member)
        if member.property.name == name && is_name(&member.object, object))
}
