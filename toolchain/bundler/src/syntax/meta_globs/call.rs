//! The arguments of a call of `import.meta.glob`.

use oxc_ast::ast::*;
use oxc_span::{GetSpan, Span};

use crate::syntax::file_patterns::Search;

/// Values of the old option `as` that mean the default export.
const OF_DEFAULT: &[&str] = &["raw", "url"];
const NOT_LITERAL: &str =
    "the arguments of import.meta.glob must be literals: its files are found when the program is built";

/// What a call asks for.
#[derive(Clone, Debug, Default)]
pub(super) struct Glob {
    pub(super) patterns: Vec<String>,
    pub(super) is_eager: bool,
    /// The export that is meant; None for all of them.
    pub(super) import: Option<String>,
    /// What follows the path of each import: empty, or with its question mark.
    pub(super) query: String,
    /// The folder that the patterns and the keys are relative to.
    pub(super) base: Option<String>,
    pub(super) search: Search,
}

/// Why a call cannot be expanded.
pub(super) struct Refusal {
    pub(super) message: String,
    pub(super) span: Span,
}

/// A literal.
enum Literal {
    Text(String),
    Flag(bool),
    Number(f64),
    Object(Vec<(String, Literal)>),
    Null,
}

impl Literal {
    fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "a string",
            Self::Flag(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Object(_) => "an object",
            Self::Null => "null",
        }
    }
}

fn refuse<T>(message: impl Into<String>, span: Span) -> Result<T, Refusal> {
    Err(Refusal { message: message.into(), span })
}

impl Glob {
    /// Reads the arguments.
    pub(super) fn read(call: &CallExpression<'_>) -> Result<Self, Refusal> {
        let arguments: Vec<_> = call.arguments.iter().map(|argument| argument.as_expression()).collect();
        let (patterns, options) = match arguments.as_slice() {
            [Some(patterns)] => (*patterns, None),
            [Some(patterns), Some(options)] => (*patterns, Some(*options)),
            [] => return refuse("import.meta.glob needs a pattern", call.span),
            [_, _, ..] | [None] => {
                return refuse("import.meta.glob accepts patterns and an object of options", call.span);
            }
        };
        let mut glob = Self { patterns: patterns_of(patterns)?, ..Self::default() };
        if let Some(options) = options {
            glob.read_options(options)?;
        }
        Ok(glob)
    }

    fn read_options(&mut self, options: &Expression<'_>) -> Result<(), Refusal> {
        let span = options.span();
        let Literal::Object(members) = literal(options)? else {
            return refuse("the options of import.meta.glob must be an object", span);
        };
        let mut old_query = None;
        let mut has_query = false;
        for (name, value) in members {
            match (name.as_str(), value) {
                ("eager", Literal::Flag(value)) => self.is_eager = value,
                ("import", Literal::Text(value)) => self.import = Some(value).filter(|name| name != "*"),
                ("exhaustive", Literal::Flag(value)) => self.search.is_exhaustive = value,
                ("caseSensitive", Literal::Flag(value)) => self.search.ignores_case = !value,
                ("base", Literal::Text(value)) => self.base = Some(base_of(value, span)?),
                ("as", Literal::Text(value)) => old_query = Some(value),
                ("query", value) => {
                    has_query = true;
                    self.query = query_of(value, span)?;
                }
                ("eager" | "import" | "exhaustive" | "caseSensitive" | "base" | "as", value) => {
                    return refuse(format!("the option \"{name}\" of import.meta.glob is {}", value.kind()), span);
                }
                _ => return refuse(format!("import.meta.glob has no option \"{name}\""), span),
            }
        }
        match old_query {
            Some(_) if has_query => refuse("\"as\" and \"query\" of import.meta.glob exclude each other", span),
            Some(name) => self.use_old_query(&name, span),
            None => Ok(()),
        }
    }

    /// What `query` means now was said with `as`.
    fn use_old_query(&mut self, name: &str, span: Span) -> Result<(), Refusal> {
        if OF_DEFAULT.contains(&name) {
            match self.import.as_deref() {
                None => self.import = Some("default".to_owned()),
                Some("default") => {}
                Some(_) => {
                    return refuse(format!("\"as: {name}\" of import.meta.glob has only a default export"), span);
                }
            }
        }
        self.query = query_of(Literal::Text(name.to_owned()), span)?;
        Ok(())
    }
}

fn patterns_of(expression: &Expression<'_>) -> Result<Vec<String>, Refusal> {
    let of_one = |expression: &Expression<'_>| match literal(expression)? {
        Literal::Text(pattern) => Ok(pattern),
        other => refuse(format!("a pattern of import.meta.glob is {}", other.kind()), expression.span()),
    };
    let Expression::ArrayExpression(list) = expression else { return Ok(vec![of_one(expression)?]) };
    let of_element = |element: &ArrayExpressionElement<'_>| match element.as_expression() {
        Some(expression) => of_one(expression),
        None => refuse(NOT_LITERAL, element.span()),
    };
    list.elements.iter().map(of_element).collect()
}

fn literal(expression: &Expression<'_>) -> Result<Literal, Refusal> {
    Ok(match expression {
        Expression::StringLiteral(text) => Literal::Text(text.value.to_string()),
        Expression::TemplateLiteral(template) if template.expressions.is_empty() => {
            let text = template.quasis.first().and_then(|quasi| quasi.value.cooked.as_ref());
            Literal::Text(text.map(|text| text.to_string()).unwrap_or_default())
        }
        Expression::BooleanLiteral(flag) => Literal::Flag(flag.value),
        Expression::NumericLiteral(number) => Literal::Number(number.value),
        Expression::NullLiteral(_) => Literal::Null,
        Expression::ObjectExpression(object) => {
            let member = |property: &ObjectPropertyKind<'_>| match property {
                ObjectPropertyKind::ObjectProperty(property) if !property.method => {
                    let Some(name) = property.key.static_name() else { return refuse(NOT_LITERAL, property.span) };
                    Ok((name.into_owned(), literal(&property.value)?))
                }
                other => refuse(NOT_LITERAL, other.span()),
            };
            Literal::Object(object.properties.iter().map(member).collect::<Result<_, _>>()?)
        }
        other => return refuse(NOT_LITERAL, other.span()),
    })
}

fn base_of(base: String, span: Span) -> Result<String, Refusal> {
    match base.starts_with('/') || base.starts_with("./") || base.starts_with("../") {
        true => Ok(base),
        false => {
            refuse(format!("\"base\" of import.meta.glob must begin with \"/\", \"./\" or \"../\": \"{base}\""), span)
        }
    }
}

fn query_of(value: Literal, span: Span) -> Result<String, Refusal> {
    let text = match value {
        Literal::Text(text) => text.strip_prefix('?').map(str::to_owned).unwrap_or(text),
        Literal::Object(members) => {
            let pair = |(name, value): (String, Literal)| {
                let value = match value {
                    Literal::Text(text) => text,
                    Literal::Flag(flag) => flag.to_string(),
                    Literal::Number(number) => number.to_string(),
                    other => {
                        let message = format!("the query \"{name}\" of import.meta.glob is {}", other.kind());
                        return refuse(message, span);
                    }
                };
                Ok(format!("{}={}", escaped(&name), escaped(&value)))
            };
            members.into_iter().map(pair).collect::<Result<Vec<_>, _>>()?.join("&")
        }
        other => return refuse(format!("the option \"query\" of import.meta.glob is {}", other.kind()), span),
    };
    Ok(if text.is_empty() { text } else { format!("?{text}") })
}

/// A word of a query.
fn escaped(text: &str) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(byte);
    text.bytes()
        .map(|byte| if is_plain(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
