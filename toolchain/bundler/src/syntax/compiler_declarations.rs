//! The declarations of the language (`lib.*.d.ts`) that a program of TypeScript's compiler reads. The compiler looks for them
//! beside its own module, which in a bundle is the bundle: they become a folder of the output, and the module gets its address.

use std::path::Path;

use oxc_ast::ast::{Expression, VariableDeclarator};
use oxc_span::{GetSpan, Span};

use super::file_patterns::PACKAGES;
use super::package_files;

/// The constant of the compiler that has the path of its module.
const OWN_PATH: &str = "executingFilePath";
/// Where the package `typescript` has the compiler, and the declarations beside it.
const FOLDER_OF_COMPILER: &str = "typescript/lib";

/// The expression for the path of the compiler's module, and what takes its place.
pub(super) fn own_path(declarator: &VariableDeclarator<'_>, file: &Path) -> Option<(Span, String)> {
    let name = declarator.id.get_identifier_name()?;
    let value = declarator.init.as_ref().filter(|_| name.as_str() == OWN_PATH && is_of_compiler(file))?;
    let is_of_module = match value {
        Expression::ConditionalExpression(choice) => choice.alternate.is_specific_id("__filename"),
        value => value.is_specific_id("__filename"),
    };
    let name = file.file_name()?.to_string_lossy();
    let folder = package_files::declarations_path(file.parent()?);
    is_of_module.then(|| (value.span(), format!("{folder} + \"/{name}\"")))
}

/// Whether a file that [`package_files::declarations_path`] names is one of the declarations.
pub(crate) fn is_declaration(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with("lib.") && name.ends_with(".d.ts")
}

fn is_of_compiler(file: &Path) -> bool {
    file.parent().is_some_and(|folder| folder.ends_with(Path::new(PACKAGES).join(FOLDER_OF_COMPILER)))
}
