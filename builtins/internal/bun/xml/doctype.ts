// The document type declaration: entities and defaults of attributes of the internal subset. Nothing external is read.
import { INVALID, type Scanner, Scanner as Source, wrong } from "internal:bun/xml/scanner";

export interface Entity {
  /** What replaces a reference; null for an external entity. */
  text: string | null;
  isUnparsed: boolean;
}
export interface Attribute {
  isTokens: boolean;
  /** The source of the default, between its quotes. */
  value: string | null;
}
export class Doctype {
  readonly entities = new Map<string, Entity>();
  readonly parameters = new Map<string, Entity>();
  readonly attributes = new Map<string, Map<string, Attribute>>();
  /** Whether declarations that were not read may declare more entities. */
  hasMore = false;
  /** Declarations behind a reference that was not read do not count. */
  isSkipping = false;
}

const DECLARATIONS =
  "'<!' must begin a comment, '<![CDATA[', or a DOCTYPE, ELEMENT, ATTLIST, ENTITY or NOTATION declaration";
const PUBLIC = /^[-a-zA-Z0-9 \n()+,./:=?;!*#@$_%']*$/;
const TOKEN_TYPES = ["IDREFS", "IDREF", "ID", "ENTITIES", "ENTITY", "NMTOKENS", "NMTOKEN"];
const PARAMETERS_DEPTH_MAX = 64;

/** Reads a declaration, which begins behind `<!DOCTYPE`. */
export function parseDoctype(scanner: Scanner): Doctype {
  const doctype = new Doctype();
  if (!scanner.space() && !scanner.isAtEnd) throw scanner.unexpected("Expected the document type name");
  scanner.name("the document type name");
  const isSpaced = scanner.space();
  if (isSpaced && (scanner.startsWith("SYSTEM") || scanner.startsWith("PUBLIC"))) {
    externalId(scanner, false);
    doctype.hasMore = true;
    scanner.space();
  }
  if (scanner.accept("[")) {
    subset(scanner, doctype, 0);
    if (!scanner.accept("]")) throw wrong("Unterminated internal subset: expected ']'");
    scanner.space();
  }
  scanner.expect(">", "Expected '>' to end the document type declaration");
  return doctype;
}

function subset(scanner: Scanner, doctype: Doctype, depth: number): void {
  for (;;) {
    scanner.space();
    if (scanner.isAtEnd || scanner.startsWith("]")) return;
    if (scanner.accept("<!--")) comment(scanner);
    else if (scanner.accept("<?")) instruction(scanner);
    else if (scanner.accept("%")) parameterReference(scanner, doctype, depth);
    else if (scanner.accept("<!ELEMENT")) element(scanner);
    else if (scanner.accept("<!ATTLIST")) attributeList(scanner, doctype);
    else if (scanner.accept("<!ENTITY")) entity(scanner, doctype);
    else if (scanner.accept("<!NOTATION")) notation(scanner);
    else if (scanner.startsWith("<!")) throw wrong(DECLARATIONS);
    else throw scanner.unexpected("Expected a declaration or ']' in the internal subset");
  }
}

/** The text of a comment that begins behind `<!--`. */
export function comment(scanner: Scanner): string {
  const text = scanner.until("--", "Unterminated comment");
  if (!scanner.accept(">")) throw wrong("'--' is not allowed inside a comment");
  return text;
}

/** A processing instruction that begins behind `<?`. */
export function instruction(scanner: Scanner): { target: string; data: string } {
  const target = scanner.name("a processing instruction target");
  if (target === "xml")
    throw wrong("'<?xml' is reserved for the XML declaration, which is only allowed at the very start of the document");
  if (target.toLowerCase() === "xml")
    throw wrong(`'${target}' is reserved and cannot be a processing instruction target`);
  if (scanner.accept("?>")) return { target, data: "" };
  if (!scanner.space()) throw scanner.unexpected("Expected whitespace or '?>' after the processing instruction target");
  return { target, data: scanner.until("?>", "Unterminated processing instruction") };
}

function parameterReference(scanner: Scanner, doctype: Doctype, depth: number): void {
  const name = scanner.name("a parameter entity name after '%'");
  scanner.expect(";", `Expected ';' after the parameter entity name '${name}'`);
  doctype.hasMore = true;
  const text = doctype.parameters.get(name)?.text ?? null;
  if (text === null) {
    doctype.isSkipping = true;
    return;
  }
  if (depth >= PARAMETERS_DEPTH_MAX) throw wrong(`Entity '${name}' refers to itself`);
  const inner = new Source(text);
  subset(inner, doctype, depth + 1);
  if (!inner.isAtEnd) throw inner.unexpected("Expected a declaration in the parameter entity");
}

/** `SYSTEM "…"` or `PUBLIC "…" "…"`; a notation needs no system identifier. */
function externalId(scanner: Scanner, isNotation: boolean): void {
  if (scanner.accept("SYSTEM")) {
    scanner.needSpace();
    literal(scanner, "a system identifier");
    return;
  }
  scanner.expect("PUBLIC", "Expected SYSTEM or PUBLIC");
  scanner.needSpace();
  if (!PUBLIC.test(literal(scanner, "a public identifier"))) throw wrong("Invalid character in a public identifier");
  const isSpaced = scanner.space();
  const isLiteral = scanner.startsWith('"') || scanner.startsWith("'");
  if (isNotation && !isLiteral) return;
  if (!isSpaced) throw scanner.unexpected("Expected whitespace before the system identifier");
  literal(scanner, "a system identifier");
}

function literal(scanner: Scanner, what: string): string {
  for (const quote of ['"', "'"]) if (scanner.accept(quote)) return scanner.until(quote, `Unterminated ${what}`);
  throw scanner.unexpected(`Expected ${what} in quotes`);
}

function notation(scanner: Scanner): void {
  scanner.needSpace();
  scanner.name("a notation name");
  scanner.needSpace();
  externalId(scanner, true);
  endDeclaration(scanner);
}

function endDeclaration(scanner: Scanner): void {
  scanner.space();
  scanner.expect(">", "Expected '>' to end the declaration");
}

function entity(scanner: Scanner, doctype: Doctype): void {
  scanner.needSpace();
  const isParameter = scanner.accept("%");
  if (isParameter) scanner.needSpace();
  const name = scanner.name("an entity name");
  scanner.needSpace();
  const declared: Entity = { text: null, isUnparsed: false };
  if (scanner.startsWith('"') || scanner.startsWith("'"))
    declared.text = entityValue(literal(scanner, "an entity value"));
  else {
    externalId(scanner, false);
    const isSpaced = scanner.space();
    if (!isParameter && isSpaced && scanner.accept("NDATA")) {
      scanner.needSpace();
      scanner.name("a notation name");
      declared.isUnparsed = true;
    }
  }
  endDeclaration(scanner);
  const entities = isParameter ? doctype.parameters : doctype.entities;
  if (!entities.has(name) && !doctype.isSkipping) entities.set(name, declared);
}

/** The replacement of an entity: references to characters are replaced, those to entities only checked. */
function entityValue(source: string): string {
  const scanner = new Source(source);
  let text = "";
  while (!scanner.isAtEnd) {
    if (scanner.accept("%")) throw wrong("Parameter entity references are not allowed inside declarations");
    if (scanner.accept("&#")) text += characterReference(scanner);
    else if (scanner.accept("&")) text += `&${entityName(scanner)};`;
    else text += scanner.source[scanner.position++]!;
  }
  return text;
}

/** The name of a reference that begins behind `&`. */
export function entityName(scanner: Scanner): string {
  const name = scanner.name("an entity name after '&'");
  scanner.expect(";", `Expected ';' after the entity name '${name}'`);
  return name;
}

/** The character of a reference that begins behind `&#`. */
export function characterReference(scanner: Scanner): string {
  const digits = scanner.token();
  const isHex = digits.startsWith("x");
  if (!(isHex ? /^x[0-9a-fA-F]+$/ : /^[0-9]+$/).test(digits) || !scanner.accept(";"))
    throw wrong(`Invalid character reference '&#${digits}'`);
  const code = Number.parseInt(isHex ? digits.slice(1) : digits, isHex ? 16 : 10);
  const character = code <= 0x10ffff ? String.fromCodePoint(code) : "\0";
  if (INVALID.test(character)) throw wrong(`Character reference '&#${digits};' is not a valid XML character`);
  return character;
}

function element(scanner: Scanner): void {
  scanner.needSpace();
  scanner.name("an element name");
  scanner.needSpace();
  if (!scanner.accept("EMPTY") && !scanner.accept("ANY")) {
    scanner.expect("(", "Expected EMPTY, ANY or '(' in the element declaration");
    scanner.space();
    if (scanner.accept("#PCDATA")) mixedContent(scanner);
    else contentModel(scanner);
  }
  endDeclaration(scanner);
}

function mixedContent(scanner: Scanner): void {
  let hasNames = false;
  for (scanner.space(); scanner.accept("|"); scanner.space()) {
    hasNames = true;
    scanner.space();
    scanner.name("an element name");
  }
  scanner.expect(")", "Expected ')' in the element declaration");
  if (hasNames) scanner.expect("*", "Expected '*' after mixed content");
  else scanner.accept("*");
}

/** A content model, behind its `(`. */
function contentModel(scanner: Scanner): void {
  let separator = "";
  for (;;) {
    scanner.space();
    if (scanner.accept("(")) contentModel(scanner);
    else {
      scanner.name("an element name");
      occurrence(scanner);
    }
    scanner.space();
    if (scanner.accept(")")) return occurrence(scanner);
    const next = scanner.accept("|") ? "|" : scanner.accept(",") ? "," : "";
    if (next === "" || (separator !== "" && next !== separator))
      throw scanner.unexpected(
        `Expected ${separator === "" ? "'|', ','" : `'${separator}'`} or ')' in the content model`,
      );
    separator = next;
  }
}

function occurrence(scanner: Scanner): void {
  if (!scanner.accept("?") && !scanner.accept("*")) scanner.accept("+");
}

function attributeList(scanner: Scanner, doctype: Doctype): void {
  scanner.needSpace();
  const name = scanner.name("an element name");
  const declared = doctype.attributes.get(name) ?? new Map<string, Attribute>();
  if (!doctype.isSkipping) doctype.attributes.set(name, declared);
  while (scanner.space() && !scanner.startsWith(">")) {
    const attribute = scanner.name("an attribute name");
    scanner.needSpace();
    const isTokens = attributeType(scanner);
    scanner.needSpace();
    const value = defaultOf(scanner);
    if (!declared.has(attribute)) declared.set(attribute, { isTokens, value });
  }
  endDeclaration(scanner);
}

/** Reads a type and returns whether blanks of its values are normalized. */
function attributeType(scanner: Scanner): boolean {
  if (scanner.accept("CDATA")) return false;
  if (TOKEN_TYPES.some((type) => scanner.accept(type))) return true;
  if (scanner.accept("NOTATION")) scanner.needSpace();
  scanner.expect("(", "Expected an attribute type");
  do {
    scanner.space();
    if (scanner.token() === "") throw scanner.unexpected("Expected a name in the enumeration");
    scanner.space();
  } while (scanner.accept("|"));
  scanner.expect(")", "Expected ')' in the enumeration");
  return true;
}

function defaultOf(scanner: Scanner): string | null {
  if (scanner.accept("#REQUIRED") || scanner.accept("#IMPLIED")) return null;
  if (scanner.accept("#FIXED")) scanner.needSpace();
  const value = literal(scanner, "a default value");
  if (value.includes("<")) throw wrong("'<' is not allowed in attribute values");
  return value;
}
