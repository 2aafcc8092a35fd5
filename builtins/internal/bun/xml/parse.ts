// `Bun.XML.parse`: an XML 1.0 document as a tree, or as a compact object. https://bun.com/docs/runtime/xml
import { decodeDocument, readDeclaration } from "internal:bun/xml/decode";
import { characterReference, comment, Doctype, entityName, instruction, parseDoctype } from "internal:bun/xml/doctype";
import { INVALID, Scanner, wrong } from "internal:bun/xml/scanner";
import { invalid } from "internal:bun/errors";

interface Comment {
  comment: string;
}
interface Instruction {
  target: string;
  data: string;
}
type Child = string | Element | Comment | Instruction;
export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Child[];
}
type Value = string | { [key: string]: Value | Value[] };

const PREDEFINED: Record<string, string | undefined> = { lt: "<", gt: ">", amp: "&", apos: "'", quot: '"' };
/** As much text may come from entities in any case, and a hundred times the document. */
const EXPANSION_MIN = 8 * 1024 * 1024;
const EXPANSION_FACTOR = 100;
const SPECIAL = /[<&]|\]\]>/g;

/** `Bun.XML.parse`. */
export function parse(input: unknown, options: unknown): unknown {
  const isCompact = readOptions(options);
  const source = decodeDocument(input).replace(/\r\n?/g, "\n");
  const bad = INVALID.exec(source);
  if (bad !== null) throw wrong(`Invalid character in XML: ${describe(bad[0])}`);
  const root = new Parser(source).document();
  return isCompact ? { [root.name]: compact(root) } : root;
}

function readOptions(options: unknown): boolean {
  if (options === undefined || options === null) return true;
  if (typeof options !== "object") throw invalid("XML.parse options must be an object");
  const { compact: value } = options as { compact?: unknown };
  if (value !== undefined && typeof value !== "boolean")
    throw invalid(`The "compact" property must be of type boolean, got ${typeof value}`);
  return value ?? true;
}

function describe(character: string): string {
  const code = character.codePointAt(0)!;
  const hex = code.toString(16).toUpperCase();
  if (code < 0x20) return `control character 0x${hex.padStart(2, "0")}`;
  return code >= 0xd800 && code <= 0xdfff ? `U+${hex}` : `'${character}' (U+${hex})`;
}

class Parser {
  #scanner: Scanner;
  #doctype = new Doctype();
  #isStandalone = false;
  #stack: Element[] = [];
  #expanded = 0;

  constructor(source: string) {
    this.#scanner = new Scanner(source);
  }

  document(): Element {
    const scanner = this.#scanner;
    if (/^<\?xml[\s?]/.test(scanner.source)) {
      const declaration = readDeclaration(scanner.source);
      this.#isStandalone = declaration.isStandalone;
      scanner.position = declaration.length;
    }
    this.#misc(true);
    if (scanner.isAtEnd) throw wrong("XML document must have a root element");
    const closing = /^<\/[^\s>]*/.exec(scanner.source.slice(scanner.position, scanner.position + 80));
    if (closing !== null) throw wrong(`Expected the root element but found '${closing[0]}'`);
    if (!scanner.startsWith("<") || scanner.startsWith("<![")) throw scanner.unexpected("Expected the root element");
    if (scanner.startsWith("<!"))
      throw wrong(
        "'<!' must begin a comment, '<![CDATA[', or a DOCTYPE, ELEMENT, ATTLIST, ENTITY or NOTATION declaration",
      );
    const holder: Element = { name: "", attributes: {}, children: [] };
    this.#stack.push(holder);
    scanner.position++;
    if (this.#startTag(scanner)) this.#content(scanner, [], 2);
    this.#misc(false);
    if (!scanner.isAtEnd) {
      if (/^<[^!/?]/.test(scanner.source.slice(scanner.position))) throw wrong("Only one root element is allowed");
      const next = scanner.unexpected("").message.replace(/^.* but found /s, "");
      throw wrong(`Unexpected ${next} after the root element`);
    }
    return holder.children[0] as Element;
  }

  /** Comments, instructions and blanks around the root element. */
  #misc(isProlog: boolean): void {
    const scanner = this.#scanner;
    let hasDoctype = !isProlog;
    for (;;) {
      scanner.space();
      if (scanner.accept("<!--")) comment(scanner);
      else if (scanner.accept("<?")) instruction(scanner);
      else if (!hasDoctype && scanner.accept("<!DOCTYPE")) {
        this.#doctype = parseDoctype(scanner);
        hasDoctype = true;
      } else return;
    }
  }

  /** Reads a start tag behind its `<`, and opens the element. Returns false when the tag also ends it. */
  #startTag(scanner: Scanner): boolean {
    const name = scanner.name("an element name after '<'");
    const declared = this.#doctype.attributes.get(name);
    const attributes: Record<string, string> = {};
    const seen = new Set<string>();
    let isSpaced = scanner.space();
    for (; !scanner.startsWith(">") && !scanner.startsWith("/"); isSpaced = scanner.space()) {
      if (!isSpaced && !scanner.isAtEnd) scanner.needSpace();
      const attribute = scanner.name("an attribute name, '>' or '/>' in the start tag");
      if (seen.has(attribute)) throw wrong(`Duplicate attribute '${attribute}'`);
      seen.add(attribute);
      scanner.space();
      scanner.expect("=", "Expected '=' after the attribute name");
      scanner.space();
      const quote = ['"', "'"].find((each) => scanner.accept(each));
      if (quote === undefined) throw scanner.unexpected("Expected a quoted attribute value");
      const value = this.#attributeValue(scanner.until(quote, "Unterminated attribute value"), []);
      setOwn(attributes, attribute, declared?.get(attribute)?.isTokens ? tokens(value) : value);
    }
    for (const [attribute, { value, isTokens }] of declared ?? []) {
      if (value === null || seen.has(attribute)) continue;
      const text = this.#attributeValue(value, []);
      setOwn(attributes, attribute, isTokens ? tokens(text) : text);
    }
    const isEnd = scanner.accept("/");
    scanner.expect(">", isEnd ? "Expected '>' after '/'" : "Expected '>'");
    const element: Element = { name, attributes, children: [] };
    this.#stack.at(-1)!.children.push(element);
    if (!isEnd) this.#stack.push(element);
    return !isEnd;
  }

  #attributeValue(source: string, open: string[]): string {
    if (source.includes("<")) throw wrong("'<' is not allowed in attribute values");
    if (!source.includes("&")) return source.replace(/[\t\n]/g, " ");
    const scanner = new Scanner(source);
    let value = "";
    while (!scanner.isAtEnd) {
      const next = source.indexOf("&", scanner.position);
      value += source.slice(scanner.position, next === -1 ? undefined : next).replace(/[\t\n]/g, " ");
      if (next === -1) break;
      scanner.position = next + 1;
      if (scanner.accept("#")) value += characterReference(scanner);
      else {
        const name = entityName(scanner);
        const text = PREDEFINED[name] ?? this.#replacement(name, open, true);
        if (PREDEFINED[name] !== undefined) value += text;
        else value += text === null ? `&${name};` : this.#attributeValue(text, [...open, name]);
      }
    }
    return value;
  }

  /** What replaces a reference; null when it stays as it is. */
  #replacement(name: string, open: string[], isAttribute: boolean): string | null {
    const entity = this.#doctype.entities.get(name);
    if (entity === undefined) {
      if (this.#doctype.hasMore && !this.#isStandalone) return null;
      throw wrong(`Entity '${name}' is not declared`);
    }
    if (open.includes(name)) throw wrong(`Entity '${name}' refers to itself`);
    if (entity.isUnparsed) throw wrong(`Entity '${name}' is not parsed and cannot be referenced`);
    if (entity.text === null && isAttribute) throw wrong(`Attribute values cannot reference external entity '${name}'`);
    this.#expanded += entity.text?.length ?? 0;
    if (this.#expanded > Math.max(EXPANSION_MIN, EXPANSION_FACTOR * this.#scanner.source.length))
      throw wrong("Entity expansion exceeds the amplification limit");
    return entity.text;
  }

  /** Reads content until the elements from `base` on are closed; in an entity until its end. */
  #content(scanner: Scanner, open: string[], base: number): void {
    const { source } = scanner;
    for (;;) {
      SPECIAL.lastIndex = scanner.position;
      const next = SPECIAL.exec(source);
      const end = next?.index ?? source.length;
      this.#text(source.slice(scanner.position, end));
      scanner.position = end;
      if (next === null) break;
      if (next[0] === "]]>") throw wrong("']]>' is only allowed as the end of a CDATA section");
      scanner.position++;
      if (next[0] === "&") this.#reference(scanner, open);
      else if (scanner.accept("/")) {
        if (this.#endTag(scanner, base) && open.length === 0) return;
      } else this.#markup(scanner);
    }
    if (this.#stack.length >= base) throw wrong(`Missing closing tag for element '${this.#stack.at(-1)!.name}'`);
  }

  #markup(scanner: Scanner): void {
    const { children } = this.#stack.at(-1)!;
    if (scanner.accept("!--")) children.push({ comment: comment(scanner) });
    else if (scanner.accept("![CDATA[")) this.#text(scanner.until("]]>", "Unterminated CDATA section"));
    else if (scanner.startsWith("!")) throw wrong("Expected a comment or CDATA section after '<!'");
    else if (scanner.accept("?")) children.push(instruction(scanner));
    else this.#startTag(scanner);
  }

  /** Closes the innermost element. Returns whether it was the first one of `base`. */
  #endTag(scanner: Scanner, base: number): boolean {
    const name = scanner.name("an element name after '</'");
    const element = this.#stack.at(-1)!;
    if (element.name !== name || this.#stack.length < base)
      throw wrong(`Expected closing tag </${element.name}> but found </${name}>`);
    scanner.space();
    scanner.expect(">", "Expected '>' to end the closing tag");
    this.#stack.pop();
    return this.#stack.length < base;
  }

  #reference(scanner: Scanner, open: string[]): void {
    if (scanner.accept("#")) return this.#text(characterReference(scanner));
    const name = entityName(scanner);
    const character = PREDEFINED[name];
    if (character !== undefined) return this.#text(character);
    const text = this.#replacement(name, open, false);
    if (text === null) this.#text(`&${name};`);
    else this.#content(new Scanner(text), [...open, name], this.#stack.length + 1);
  }

  /** Adds text to the innermost element, joined to text before it. */
  #text(text: string): void {
    if (text === "") return;
    const { children } = this.#stack.at(-1)!;
    const last = children.length - 1;
    if (typeof children[last] === "string") children[last] += text;
    else children.push(text);
  }
}

const tokens = (value: string): string => value.replace(/ +/g, " ").replace(/^ | $/g, "");

function setOwn(object: object, key: string, value: unknown): void {
  if (key !== "__proto__") (object as Record<string, unknown>)[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

/** An element in the compact shape. The elements below are converted before it, without recursion. */
function compact(root: Element): Value {
  const values = new Map<Element, Value>();
  const order: Element[] = [root];
  for (const element of order) for (const child of element.children) if (isElement(child)) order.push(child);
  for (const element of order.reverse()) values.set(element, compactElement(element, values));
  return values.get(root)!;
}

const isElement = (child: Child): child is Element => typeof child === "object" && "name" in child;

function compactElement({ attributes, children }: Element, values: Map<Element, Value>): Value {
  const hasElements = children.some(isElement);
  const names = Object.keys(attributes);
  if (!hasElements && names.length === 0) return children.filter((child) => typeof child === "string").join("");
  const object: Record<string, Value | Value[]> = {};
  for (const name of names) object[`@${name}`] = attributes[name]!;
  for (const child of children) {
    if (typeof child === "string") {
      if (hasElements && /^[ \t\n\r]*$/.test(child)) continue;
      object["#text"] = ((object["#text"] as string | undefined) ?? "") + child;
    } else if (isElement(child)) {
      const value = values.get(child)!;
      const before = Object.hasOwn(object, child.name) ? object[child.name] : undefined;
      setOwn(
        object,
        child.name,
        before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value],
      );
    }
  }
  return object;
}
