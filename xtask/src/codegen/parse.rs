//! Parses a contract: `export declare function` and `export interface` with their doc comments, nothing else.

/// One `.ops.ts` file.
#[derive(Debug, Default)]
pub struct Contract {
    pub functions: Vec<Function>,
    pub records: Vec<Record>,
    pub constants: Vec<Constants>,
    pub handlers: Vec<Handlers>,
    pub options: Vec<Record>,
}

/// A set of named numbers: `export declare const NAME: Flags<u8, { … }>` or `Enum<u8, { … }>`.
#[derive(Debug)]
pub struct Constants {
    pub name: String,
    pub doc: Vec<String>,
    /// Flags are bits that are combined; one value of an enum is used at a time.
    pub is_flags: bool,
    pub width: String,
    pub members: Vec<Constant>,
}

/// One number of a set.
#[derive(Debug)]
pub struct Constant {
    pub name: String,
    pub doc: Vec<String>,
    pub value: i64,
}

/// The functions by which native code notifies JavaScript: `export interface NAME extends Handlers { … }`.
#[derive(Debug)]
pub struct Handlers {
    pub name: String,
    pub doc: Vec<String>,
    pub members: Vec<Handler>,
}

/// One handler, or a plain field beside the handlers.
#[derive(Debug)]
pub struct Handler {
    pub name: String,
    pub doc: Vec<String>,
    pub is_optional: bool,
    /// The type of a plain field; None for a function.
    pub field_type: Option<String>,
}

/// One native function.
#[derive(Debug)]
pub struct Function {
    pub name: String,
    pub doc: Vec<String>,
    pub parameters: Vec<Field>,
    pub result: String,
}

/// A flat record: what a function returns, or, when it extends `Options`, named arguments.
#[derive(Debug)]
pub struct Record {
    pub name: String,
    pub doc: Vec<String>,
    pub fields: Vec<Field>,
}

/// A parameter or a record's field; the type is its source without spaces, preceded by the dots of a rest parameter.
#[derive(Debug)]
pub struct Field {
    pub name: String,
    pub doc: Vec<String>,
    pub type_text: String,
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Doc(Vec<String>),
    Word(String),
    Punctuation(char),
}

/// Parses the source of a contract. The error starts with the line number.
pub fn parse(text: &str) -> Result<Contract, String> {
    let mut parser = Parser { tokens: tokenize(text)?, position: 0 };
    let mut contract = Contract::default();
    while parser.position < parser.tokens.len() {
        let doc = parser.doc();
        match parser.word()?.as_str() {
            "import" => parser.skip_statement(),
            "export" => match parser.word()?.as_str() {
                "declare" => match parser.word()?.as_str() {
                    "function" => contract.functions.push(parser.function(doc)?),
                    "const" => contract.constants.push(parser.constants(doc)?),
                    other => return Err(parser.error(&format!("`declare {other}` cannot be in a contract"))),
                },
                "interface" => parser.interface(doc, &mut contract)?,
                // The type of a set of constants, as `export type SendFlags = FlagsOf<typeof SendFlags>;`, or of a value that
                // crosses as `Any<…>`.
                "type" => parser.skip_statement(),
                other => {
                    return Err(parser.error(&format!(
                        "`export {other}` cannot be in a contract; use `export declare function`, `export declare const` or `export interface`"
                    )));
                }
            },
            other => return Err(parser.error(&format!("unexpected `{other}`"))),
        }
    }
    Ok(contract)
}

struct Parser {
    tokens: Vec<(usize, Token)>,
    position: usize,
}

impl Parser {
    fn function(&mut self, doc: Vec<String>) -> Result<Function, String> {
        let name = self.word()?;
        if doc.is_empty() {
            return Err(self.error(&format!("{name} has no doc comment")));
        }
        self.expect('(')?;
        let mut parameters = Vec::new();
        while !self.accept(')') {
            let doc = self.doc();
            let mut dots = String::new();
            while self.accept('.') {
                dots.push('.');
            }
            let name = self.word()?;
            self.expect(':')?;
            let type_text = dots + &self.type_text(&[',', ')'])?;
            parameters.push(Field { name, doc, type_text });
            self.accept(',');
        }
        self.expect(':')?;
        let result = self.type_text(&[';'])?;
        self.expect(';')?;
        Ok(Function { name, doc, parameters, result })
    }

    fn interface(&mut self, doc: Vec<String>, contract: &mut Contract) -> Result<(), String> {
        let name = self.word()?;
        if self.accept('{') {
            contract.records.push(self.record(name, doc)?);
            return Ok(());
        }
        self.expect_word("extends")?;
        let base = self.word()?;
        self.expect('{')?;
        match base.as_str() {
            "Handlers" => contract.handlers.push(self.handlers(name, doc)?),
            "Options" => contract.options.push(self.record(name, doc)?),
            other => return Err(self.error(&format!("an interface extends `Handlers` or `Options`, not `{other}`"))),
        }
        Ok(())
    }

    fn record(&mut self, name: String, doc: Vec<String>) -> Result<Record, String> {
        let mut fields = Vec::new();
        while !self.accept('}') {
            let doc = self.doc();
            let name = self.word()?;
            self.expect(':')?;
            fields.push(Field { name, doc, type_text: self.type_text(&[';', ',', '}'])? });
            let _ = self.accept(';') || self.accept(',');
        }
        Ok(Record { name, doc, fields })
    }

    fn handlers(&mut self, name: String, doc: Vec<String>) -> Result<Handlers, String> {
        let mut members = Vec::new();
        while !self.accept('}') {
            let doc = self.doc();
            let name = self.word()?;
            if doc.is_empty() {
                return Err(self.error(&format!("{name} has no doc comment")));
            }
            let is_optional = self.accept('?');
            let field_type = if self.accept('(') {
                // Their types are TypeScript's matter: the caller of a handler encodes the arguments.
                let mut depth = 1;
                while depth > 0 {
                    depth += i32::from(self.accept('(')) - i32::from(self.accept(')'));
                    let is_inside = !matches!(self.tokens.get(self.position), Some((_, Token::Punctuation('(' | ')'))));
                    self.position += usize::from(depth > 0 && is_inside);
                    if self.position >= self.tokens.len() {
                        return Err(self.error("a parenthesis is not closed"));
                    }
                }
                self.expect(':')?;
                self.type_text(&[';', '}'])?;
                None
            } else {
                self.expect(':')?;
                Some(self.type_text(&[';', ',', '}'])?)
            };
            members.push(Handler { name, doc, is_optional, field_type });
            let _ = self.accept(';') || self.accept(',');
        }
        Ok(Handlers { name, doc, members })
    }

    fn constants(&mut self, doc: Vec<String>) -> Result<Constants, String> {
        let name = self.word()?;
        if doc.is_empty() {
            return Err(self.error(&format!("{name} has no doc comment")));
        }
        self.expect(':')?;
        let is_flags = match self.word()?.as_str() {
            "Flags" => true,
            "Enum" => false,
            other => return Err(self.error(&format!("a constant is `Flags<…>` or `Enum<…>`, not `{other}`"))),
        };
        self.expect('<')?;
        let width = self.word()?;
        self.expect(',')?;
        self.expect('{')?;
        let mut members = Vec::new();
        while !self.accept('}') {
            let doc = self.doc();
            let name = self.word()?;
            self.expect(':')?;
            let sign = if self.accept('-') { "-" } else { "" };
            let value = self.word()?;
            let value =
                format!("{sign}{value}").parse().map_err(|_| self.error(&format!("`{value}` is not a number")))?;
            members.push(Constant { name, doc, value });
            let _ = self.accept(';') || self.accept(',');
        }
        self.accept(',');
        self.expect('>')?;
        self.expect(';')?;
        Ok(Constants { name, doc, is_flags, width, members })
    }

    /// The tokens of a type up to one of `ends` outside brackets.
    fn type_text(&mut self, ends: &[char]) -> Result<String, String> {
        let mut text = String::new();
        let mut depth = 0;
        while let Some((_, token)) = self.tokens.get(self.position) {
            match token {
                Token::Punctuation('=') => {
                    // The arrow of a function type is no bracket.
                    self.position += 1;
                    text.push_str("=>");
                }
                Token::Punctuation(character) => {
                    if depth == 0 && ends.contains(character) {
                        break;
                    }
                    depth += i32::from("<([".contains(*character)) - i32::from(">)]".contains(*character));
                    text.push(*character);
                }
                Token::Word(word) => text.push_str(word),
                Token::Doc(_) => {}
            }
            self.position += 1;
        }
        if text.is_empty() { Err(self.error("a type is missing")) } else { Ok(text) }
    }

    fn doc(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some((_, Token::Doc(doc))) = self.tokens.get(self.position) {
            lines.clone_from(doc);
            self.position += 1;
        }
        lines
    }

    fn word(&mut self) -> Result<String, String> {
        match self.tokens.get(self.position) {
            Some((_, Token::Word(word))) => {
                self.position += 1;
                Ok(word.clone())
            }
            other => Err(self.error(&format!("expected a word, found {other:?}"))),
        }
    }

    fn expect_word(&mut self, expected: &str) -> Result<(), String> {
        let word = self.word()?;
        if word == expected { Ok(()) } else { Err(self.error(&format!("expected `{expected}`, found `{word}`"))) }
    }

    fn accept(&mut self, character: char) -> bool {
        let found = matches!(self.tokens.get(self.position), Some((_, Token::Punctuation(next))) if *next == character);
        self.position += usize::from(found);
        found
    }

    fn expect(&mut self, character: char) -> Result<(), String> {
        if self.accept(character) { Ok(()) } else { Err(self.error(&format!("expected `{character}`"))) }
    }

    fn skip_statement(&mut self) {
        let mut depth = 0;
        while let Some((_, token)) = self.tokens.get(self.position) {
            self.position += 1;
            match token {
                Token::Punctuation('{') => depth += 1,
                Token::Punctuation('}') => depth -= 1,
                Token::Punctuation(';') if depth == 0 => break,
                _ => {}
            }
        }
    }

    fn error(&self, message: &str) -> String {
        let line = self.tokens.get(self.position.min(self.tokens.len().saturating_sub(1))).map_or(1, |(line, _)| *line);
        format!("{line}: {message}")
    }
}

fn tokenize(text: &str) -> Result<Vec<(usize, Token)>, String> {
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("/*") {
            let end = after.find("*/").ok_or(format!("{line}: a comment is not closed"))?;
            if let Some(doc) = after[..end].strip_prefix('*') {
                let lines = doc
                    .lines()
                    .map(|line| line.trim().trim_start_matches('*').trim().to_string())
                    .filter(|line| !line.is_empty());
                tokens.push((line, Token::Doc(lines.collect())));
            }
            line += after[..end].matches('\n').count();
            rest = &after[end + 2..];
        } else if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if first == '"' {
            let end = rest[1..].find('"').ok_or(format!("{line}: a string is not closed"))?;
            tokens.push((line, Token::Word(rest[..end + 2].to_string())));
            rest = &rest[end + 2..];
        } else if first.is_alphanumeric() || first == '_' || first == '$' {
            let end = rest
                .find(|character: char| !(character.is_alphanumeric() || "_$".contains(character)))
                .unwrap_or(rest.len());
            tokens.push((line, Token::Word(rest[..end].to_string())));
            rest = &rest[end..];
        } else {
            line += usize::from(first == '\n');
            if !first.is_whitespace() {
                tokens.push((line, Token::Punctuation(first)));
            }
            rest = &rest[first.len_utf8()..];
        }
    }
    Ok(tokens)
}
