//! `require` of a name that the source has checked against a list, as TypeORM loads its drivers: every package of the list
//! can be meant, so each is asked for by its own name, and those that are installed for it become part of the bundle.

use oxc_ast::ast::*;

/// The lists of a source, and which variables were checked against them.
#[derive(Debug, Default)]
pub(super) struct ListedRequires<'s> {
    /// Constants that are lists of strings, by name.
    lists: Vec<(&'s str, Vec<&'s str>)>,
    /// Variables that were looked for in a list, with the list's name.
    checks: Vec<(&'s str, &'s str)>,
}

/// Whether a source can have such a `require`. Looks at the text only.
pub(super) fn may_have(code: &str) -> bool {
    let starts_name =
        |rest: &str| rest.starts_with(|character: char| character.is_ascii_alphabetic() || character == '_');
    code.contains(".includes(")
        && code.match_indices("require(").any(|(at, word)| starts_name(&code[at + word.len()..]))
}

impl<'s> ListedRequires<'s> {
    /// Notes `const LIST = ["a", "b"]`.
    pub(super) fn note_list(&mut self, declarator: &VariableDeclarator<'s>) {
        let (Some(name), Some(Expression::ArrayExpression(array))) =
            (declarator.id.get_identifier_name(), &declarator.init)
        else {
            return;
        };
        let strings = array.elements.iter().map(|element| match element {
            ArrayExpressionElement::StringLiteral(literal) => Some(literal.value.as_str()),
            _ => None,
        });
        if let Some(strings) = strings.collect::<Option<Vec<_>>>().filter(|strings| !strings.is_empty()) {
            self.lists.push((name.as_str(), strings));
        }
    }

    /// Notes `LIST.includes(name)`.
    pub(super) fn note_check(&mut self, call: &CallExpression<'s>) {
        if let Expression::StaticMemberExpression(member) = &call.callee
            && member.property.name == "includes"
            && let Expression::Identifier(list) = &member.object
            && let [Argument::Identifier(name)] = call.arguments.as_slice()
        {
            self.checks.push((name.name.as_str(), list.name.as_str()));
        }
    }

    /// The packages that `require(argument)` can mean. None when the argument was not checked.
    pub(super) fn packages(&self, argument: &Expression<'s>) -> Option<Vec<&'s str>> {
        let Expression::Identifier(name) = argument else { return None };
        let name = name.name.as_str();
        let (_, list) = self.checks.iter().find(|(checked, _)| *checked == name)?;
        let (_, strings) = self.lists.iter().find(|(one, _)| one == list)?;
        Some(
            strings.iter().filter(|string| !string.starts_with(['.', '/']) && !string.contains(' ')).copied().collect(),
        )
    }
}

/// What replaces `require(argument)` when the value of `argument`, a source, can be one of some packages.
pub(super) fn replacement(argument: &str, packages: &[impl AsRef<str>]) -> String {
    let entries: Vec<String> = packages
        .iter()
        .map(|package| {
            let quoted = serde_json::to_string(package.as_ref()).unwrap_or_default();
            format!("{quoted}: () => require({quoted})")
        })
        .collect();
    format!("({{ {} }}[{argument}] ?? (() => require({argument})))()", entries.join(", "))
}

#[cfg(test)]
mod tests {
    use super::may_have;

    #[test]
    fn only_a_name_that_is_required_concerns() {
        assert!(may_have("if (!LIST.includes(name)) throw 1; return require(name)"));
        assert!(!may_have("LIST.includes(name); require('a')"));
        assert!(!may_have("require(name)"));
    }
}
