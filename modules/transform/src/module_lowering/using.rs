//! Lowers `using` and `await using` (ECMAScript explicit resource management) to `try` statements.
//!
//! `{ using a = b; c }` becomes `{ const $u=$m.helpers.usingCtx();try{const a = $u.u(b); c }catch($e){$u.e=$e}
//! finally{$u.d()} }`: the complete statement list moves into the `try`, so that hoisting, closures and the temporal
//! dead zone stay the same. At the top of a module the publication of the exports moves with it.

use oxc_ast::ast::{
    BindingPattern, ForOfStatement, ForStatement, ForStatementInit, ForStatementLeft, Statement, VariableDeclaration,
    VariableDeclarationKind,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;

use super::exports::is_anonymous_function_definition;
use super::{Lowering, Target, property_key};

/// The kind of declarations in a statement list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Using {
    Sync,
    Async,
}

pub(super) fn find_using(statements: &[Statement<'_>]) -> Option<Using> {
    let kinds = statements.iter().filter_map(|statement| match statement {
        Statement::VariableDeclaration(declaration) => using_kind(declaration.kind),
        _ => None,
    });
    kinds.max()
}

fn using_kind(kind: VariableDeclarationKind) -> Option<Using> {
    match kind {
        VariableDeclarationKind::Using => Some(Using::Sync),
        VariableDeclarationKind::AwaitUsing => Some(Using::Async),
        _ => None,
    }
}

/// Whether the loop declares its variable with `using`.
pub(super) fn is_using(each: &ForOfStatement<'_>) -> bool {
    matches!(&each.left, ForStatementLeft::VariableDeclaration(declaration) if using_kind(declaration.kind).is_some())
}

impl<'a> Lowering<'_, '_> {
    pub(super) fn helpers(&mut self) -> String {
        self.uses.helpers = true;
        match self.options.target {
            Target::EsModule => format!("{}.helpers", self.names.context()),
            Target::CommonJs => self.names.helpers(),
            Target::Script => self.options.script.helpers.to_owned(),
        }
    }

    pub(super) fn using_opening(&mut self) -> String {
        let helpers = self.helpers();
        format!("const {}={helpers}.usingCtx();try{{", self.names.using())
    }

    pub(super) fn using_closing(&mut self, using: Using) -> String {
        let (context, caught) = (self.names.using(), self.names.caught());
        let wait = if using == Using::Async { "await " } else { "" };
        self.uses.top_level_await |= using == Using::Async && self.function_depth == 0;
        self.awaits += u32::from(using == Using::Async);
        format!("}}catch({caught}){{{context}.e={caught}}}finally{{{wait}{context}.d()}}")
    }

    /// Visits the declarators of a `using` declaration. Returns whether it was one.
    pub(super) fn lower_using(&mut self, it: &VariableDeclaration<'a>) -> bool {
        let Some(using) = using_kind(it.kind) else {
            return false;
        };
        let Some(first) = it.declarations.first() else {
            return false;
        };
        self.edits.replace(it.span.start, first.span.start, "const ");
        for declarator in &it.declarations {
            let Some(init) = &declarator.init else {
                continue;
            };
            let mut opening = format!("{}.{}(", self.names.using(), using_method(using));
            let mut closing = ")".to_owned();
            if let BindingPattern::BindingIdentifier(name) = &declarator.id
                && is_anonymous_function_definition(init)
            {
                let key = property_key(&name.name);
                opening.push_str(&format!("{{{key}:"));
                closing = format!("}}.{key})");
            }
            self.edits.insert(init.span().start, opening);
            self.visit_expression(init);
            self.edits.insert(init.span().end, closing);
        }
        true
    }

    /// `for (using a of b) c`. Returns whether it was one.
    pub(super) fn lower_for_of_using(&mut self, it: &ForOfStatement<'a>) -> bool {
        let ForStatementLeft::VariableDeclaration(declaration) = &it.left else {
            return false;
        };
        let (Some(using), Some(declarator)) = (using_kind(declaration.kind), declaration.declarations.first()) else {
            return false;
        };
        let (context, value) = (self.names.using(), self.names.using_value());
        let name = self.text(&declarator.id).to_owned();
        self.edits.replace(declaration.span.start, declarator.id.span().end, format!("const {value}"));
        if it.r#await {
            let site = self.iteration_site(declarator.id.span());
            self.visit_async_iterated(&it.right, &site);
        } else {
            self.visit_expression(&it.right);
        }
        let opening = self.using_opening();
        let method = using_method(using);
        self.edits.insert(it.body.span().start, format!("{{{opening}const {name}={context}.{method}({value});"));
        self.visit_statement(&it.body);
        let closing = self.using_closing(using);
        self.edits.insert(it.body.span().end, format!("{closing}}}"));
        true
    }

    /// `for (using a = b; c; d) e`: the declaration lives as long as the loop.
    pub(super) fn lower_for_using(&mut self, it: &ForStatement<'a>) -> bool {
        let Some(ForStatementInit::VariableDeclaration(declaration)) = &it.init else {
            return false;
        };
        let Some(using) = using_kind(declaration.kind) else {
            return false;
        };
        let opening = self.using_opening();
        self.edits.insert(it.span.start, format!("{{{opening}"));
        walk::walk_for_statement(self, it);
        let closing = self.using_closing(using);
        self.edits.insert(it.span.end, format!("{closing}}}"));
        true
    }
}

fn using_method(using: Using) -> &'static str {
    match using {
        Using::Sync => "u",
        Using::Async => "a",
    }
}
