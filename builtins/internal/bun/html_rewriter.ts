// `HTMLRewriter` (https://bun.com/docs/runtime/html-rewriter): handlers receive the elements, texts and comments of a document in order,
// and change them. Tokens and selectors are in `internal:web/html`. The whole document is read before the first handler is called.
import { Headers } from "web:headers";
import { isResponse, Response } from "web:response";
import { ReadableStream } from "web:streams";
import { isBlob } from "web:blob";
import { decodeUtf8, encodeUtf8 } from "internal:core/utf8";
import { type Attribute, type Token, tokens } from "internal:web/html/tokens";
import { type Candidate, compileSelector } from "internal:web/html/selectors";

const VOID = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "track",
  "wbr",
]);

/** Members of the Body mixin, which the type of the class does not have. */
interface ResponseBody {
  text(): Promise<string>;
  readonly body: ReadableStream | null;
}
interface ContentOptions {
  html?: boolean;
}
interface Handlers {
  element?: (element: Element) => unknown;
  comments?: (comment: Comment) => unknown;
  text?: (text: TextChunk) => unknown;
}
interface DocumentHandlers {
  doctype?: (doctype: Doctype) => unknown;
  comments?: (comment: Comment) => unknown;
  text?: (text: TextChunk) => unknown;
  end?: (end: DocumentEnd) => unknown;
}

function written(content: unknown, options: ContentOptions = {}): string {
  const text = `${content as string}`;
  return options.html
    ? text
    : text.replace(/[&<>]/g, (character) => (character === "&" ? "&amp;" : character === "<" ? "&lt;" : "&gt;"));
}

/** What is inserted around a part of the document, and what replaces it. */
class Piece {
  #before = "";
  #after = "";
  #replacement: string | null = null;

  before(content: string, options?: ContentOptions): this {
    this.#before += written(content, options);
    return this;
  }
  after(content: string, options?: ContentOptions): this {
    this.#after = written(content, options) + this.#after;
    return this;
  }
  replace(content: string, options?: ContentOptions): this {
    this.#replacement = written(content, options);
    return this;
  }
  remove(): this {
    this.#replacement ??= "";
    return this;
  }
  get removed(): boolean {
    return this.#replacement !== null;
  }

  static around(piece: Piece, own: string): [before: string, own: string, after: string] {
    return [piece.#before, piece.#replacement ?? own, piece.#after];
  }
  static render(piece: Piece, own: string): string {
    return Piece.around(piece, own).join("");
  }
}

class TextChunk extends Piece {
  readonly text: string;
  readonly lastInTextNode: boolean;
  constructor(text: string, lastInTextNode: boolean) {
    super();
    this.text = text;
    this.lastInTextNode = lastInTextNode;
  }
}

class Comment extends Piece {
  #text: string;
  isChanged = false;
  constructor(text: string) {
    super();
    this.#text = text;
    Object.defineProperty(this, "isChanged", { enumerable: false });
  }
  get text(): string {
    return this.#text;
  }
  set text(text: string) {
    if (`${text}`.includes("-->"))
      throw new TypeError("Comment text shouldn't contain comment closing sequence (`-->`).");
    this.#text = `${text}`;
    this.isChanged = true;
  }
}

class Doctype extends Piece {
  readonly name: string | null;
  readonly publicId: string | null;
  readonly systemId: string | null;
  constructor(name: string | null, publicId: string | null, systemId: string | null) {
    super();
    this.name = name;
    this.publicId = publicId;
    this.systemId = systemId;
  }
}

class DocumentEnd {
  #content = "";
  append(content: string, options?: ContentOptions): this {
    this.#content += written(content, options);
    return this;
  }
  static contentOf(end: DocumentEnd): string {
    return end.#content;
  }
}

class EndTag extends Piece {
  name: string;
  constructor(name: string) {
    super();
    this.name = name;
  }
}

class Element extends Piece {
  #name: string;
  #writtenName: string;
  #attributes: Attribute[];
  #isChanged = false;
  #isSelfClosing: boolean;
  #canHaveContent: boolean;
  prepended = "";
  appended = "";
  inner: string | null = null;
  keepsContent = false;
  endTagHandlers: ((end: EndTag) => unknown)[] = [];

  constructor({ name, writtenName, attributes, isSelfClosing }: Token & { kind: "start" }, canHaveContent: boolean) {
    super();
    this.#name = name;
    this.#writtenName = writtenName;
    this.#attributes = attributes;
    this.#isSelfClosing = isSelfClosing;
    this.#canHaveContent = canHaveContent;
    for (const member of ["prepended", "appended", "inner", "keepsContent", "endTagHandlers"])
      Object.defineProperty(this, member, { enumerable: false });
  }

  get tagName(): string {
    return this.#name;
  }
  set tagName(name: string) {
    if (!/^[A-Za-z][^\s/>]*$/.test(`${name}`)) throw new TypeError("The tag name is invalid");
    this.#name = `${name}`;
    this.#writtenName = this.#name;
    this.#isChanged = true;
  }
  get selfClosing(): boolean {
    return this.#isSelfClosing;
  }
  get canHaveContent(): boolean {
    return this.#canHaveContent;
  }
  get namespaceURI(): string {
    return "http://www.w3.org/1999/xhtml";
  }
  get attributes(): IterableIterator<[string, string]> {
    return this.#attributes.map(({ name, value }): [string, string] => [name, value])[Symbol.iterator]();
  }
  getAttribute(name: string): string | null {
    return this.#find(name)?.value ?? null;
  }
  hasAttribute(name: string): boolean {
    return this.#find(name) !== undefined;
  }
  setAttribute(name: string, value: string): this {
    const text = `${value}`;
    if (!/^[^\s/>="']+$/.test(`${name}`)) throw new TypeError("The attribute name is invalid");
    const source = `${name}="${text.replaceAll('"', "&quot;")}"`;
    const found = this.#find(name);
    if (found === undefined) this.#attributes.push({ name: `${name}`.toLowerCase(), value: text, source });
    else Object.assign(found, { value: text, source });
    this.#isChanged = true;
    return this;
  }
  removeAttribute(name: string): this {
    const found = this.#find(name);
    if (found !== undefined) {
      this.#attributes = this.#attributes.filter((attribute) => attribute !== found);
      this.#isChanged = true;
    }
    return this;
  }
  #find(name: string): Attribute | undefined {
    const wanted = `${name}`.toLowerCase();
    return this.#attributes.find((attribute) => attribute.name === wanted);
  }

  prepend(content: string, options?: ContentOptions): this {
    this.prepended = written(content, options) + this.prepended;
    return this;
  }
  append(content: string, options?: ContentOptions): this {
    this.appended += written(content, options);
    return this;
  }
  setInnerContent(content: string, options?: ContentOptions): this {
    this.inner = written(content, options);
    this.prepended = "";
    this.appended = "";
    return this;
  }
  /** Removes the tags and leaves the content. */
  removeAndKeepContent(): this {
    this.keepsContent = true;
    return this;
  }
  /** Calls `handler` with the end tag. */
  onEndTag(handler: (end: EndTag) => unknown): this {
    if (!this.#canHaveContent) throw new TypeError("Element has no end tag");
    this.endTagHandlers.push(handler);
    return this;
  }

  static startTag(element: Element, source: string): string {
    if (!element.#isChanged) return source;
    const attributes = element.#attributes.map((attribute) => ` ${attribute.source}`).join("");
    return `<${element.#writtenName}${attributes}${element.#isSelfClosing ? " /" : ""}>`;
  }
}

/** An open element. */
interface Open extends Candidate {
  parent: Open | null;
  element: Element | null;
  /** Handlers whose selectors it matches: they also receive its texts and comments. */
  matched: Handlers[];
  childCount: number;
  typeCounts: Map<string, number>;
  /** Its content is not written. */
  drops: boolean;
}

/** `HTMLRewriter`. */
export class HTMLRewriter {
  #selectors: { test: (candidate: Candidate) => boolean; handlers: Handlers }[] = [];
  #documents: DocumentHandlers[] = [];

  /** Adds handlers for the elements that match `selector`. Throws a TypeError for an invalid one. */
  on(selector: string, handlers: Handlers): this {
    if (typeof handlers !== "object" || handlers === null)
      throw Object.assign(new TypeError("Expected object"), { code: "ERR_INVALID_ARG_TYPE" });
    this.#selectors.push({ test: compileSelector(`${selector}`), handlers });
    return this;
  }
  onDocument(handlers: DocumentHandlers): this {
    if (typeof handlers !== "object" || handlers === null)
      throw Object.assign(new TypeError("Expected object"), { code: "ERR_INVALID_ARG_TYPE" });
    this.#documents.push(handlers);
    return this;
  }

  /** Rewrites a Response or Blob to a Response; without asynchronous handlers also a string to a string and a buffer to a buffer. */
  transform(input: unknown): unknown {
    if (typeof input === "string") return this.#now(input);
    if (isResponse(input)) return this.#later(input);
    if (ArrayBuffer.isView(input))
      return encodeUtf8(
        this.#now(decodeUtf8(new Uint8Array(input.buffer as ArrayBuffer, input.byteOffset, input.byteLength))),
      ).buffer;
    if (input instanceof ArrayBuffer) return encodeUtf8(this.#now(decodeUtf8(new Uint8Array(input)))).buffer;
    if (isBlob(input)) return this.#later(new Response(input));
    throw Object.assign(new TypeError("Expected Response or Body"), { code: "ERR_INVALID_ARG_TYPE" });
  }

  #now(text: string): string {
    const run = this.#run(text);
    const step = run.next();
    if (!step.done) throw new TypeError("asynchronous handlers need a Response");
    return step.value;
  }

  #later(response: Response & Partial<ResponseBody>): Response {
    const rewrite = async (): Promise<Uint8Array> => {
      const run = this.#run(await response.text!());
      let step = run.next();
      while (!step.done) step = run.next(await step.value);
      return encodeUtf8(step.value);
    };
    const headers = new Headers(response.headers);
    headers.delete("content-length");
    const body = new ReadableStream({
      async start(controller: { enqueue(chunk: Uint8Array): void; close(): void }) {
        controller.enqueue(await rewrite());
        controller.close();
      },
    });
    return new Response(response.body === null ? null : body, {
      status: response.status,
      statusText: response.statusText,
      headers,
    });
  }

  // Yields the promises that handlers return.
  *#run(text: string): Generator<unknown, string, unknown> {
    const stack: Open[] = [];
    const document: Open = {
      name: "",
      attribute: () => null,
      index: 0,
      typeIndex: 0,
      parent: null,
      element: null,
      matched: [],
      childCount: 0,
      typeCounts: new Map(),
      drops: false,
    };
    let output = "";
    for (const token of tokens(text)) {
      const current = stack[stack.length - 1] ?? document;
      if (token.kind === "start") output += yield* this.#start(token, current, stack, document);
      else if (token.kind === "end") output += yield* this.#end(token, stack);
      else if (!current.drops) output += yield* this.#leaf(token, stack);
    }
    // Elements without an end tag.
    while (stack.length > 0) output += yield* close(stack.pop()!, "");
    const end = new DocumentEnd();
    for (const { end: handler } of this.#documents) yield* call(handler?.(end));
    return output + DocumentEnd.contentOf(end);
  }

  *#start(
    token: Token & { kind: "start" },
    parent: Open,
    stack: Open[],
    document: Open,
  ): Generator<unknown, string, unknown> {
    parent.childCount++;
    const typeIndex = (parent.typeCounts.get(token.name) ?? 0) + 1;
    parent.typeCounts.set(token.name, typeIndex);
    const find = (name: string): string | null =>
      token.attributes.find((attribute) => attribute.name === name)?.value ?? null;
    const open: Open = {
      name: token.name,
      attribute: find,
      index: parent.childCount,
      typeIndex,
      parent: parent === document ? null : parent,
      element: null,
      matched: [],
      childCount: 0,
      typeCounts: new Map(),
      drops: parent.drops,
    };
    for (const { test, handlers } of this.#selectors) if (test(open)) open.matched.push(handlers);
    const hasContent = !VOID.has(token.name);
    const element = new Element(token, hasContent);
    if (!parent.drops) for (const { element: handler } of open.matched) yield* call(handler?.(element));
    open.element = element;
    if (hasContent) stack.push(open);
    if (parent.drops) return "";
    const [before, own, after] = Piece.around(element, Element.startTag(element, token.source));
    if (element.removed || element.inner !== null) open.drops = true;
    if (!hasContent) return before + (element.keepsContent ? "" : own) + after;
    if (element.removed) return before + own;
    return before + (element.keepsContent ? "" : own) + element.prepended + (element.inner ?? "");
  }

  *#end(token: Token & { kind: "end" }, stack: Open[]): Generator<unknown, string, unknown> {
    const index = stack.findLastIndex((open) => open.name === token.name);
    if (index === -1) return stack[stack.length - 1]?.drops ? "" : token.source;
    let output = "";
    while (stack.length > index + 1) output += yield* close(stack.pop()!, "");
    return output + (yield* close(stack.pop()!, token.source));
  }

  *#leaf(token: Token, stack: Open[]): Generator<unknown, string, unknown> {
    if (token.kind === "doctype") {
      const doctype = new Doctype(token.name, token.publicId, token.systemId);
      for (const { doctype: handler } of this.#documents) yield* call(handler?.(doctype));
      return Piece.render(doctype, token.source);
    }
    const listeners: (Handlers | DocumentHandlers)[] = [
      ...this.#documents,
      ...new Set(stack.flatMap((open) => open.matched)),
    ];
    if (token.kind === "comment") {
      const comment = new Comment(token.text);
      for (const { comments } of listeners) yield* call(comments?.(comment));
      return Piece.render(comment, comment.isChanged ? `<!--${comment.text}-->` : token.source);
    }
    if (!listeners.some(({ text }) => text !== undefined)) return token.source;
    let output = "";
    // The end of a text is a separate, empty chunk.
    for (const chunk of [new TextChunk(token.source, false), new TextChunk("", true)]) {
      for (const { text } of listeners) yield* call(text?.(chunk));
      output += Piece.render(chunk, chunk.text);
    }
    return output;
  }
}

function* call(result: unknown): Generator<unknown, void, unknown> {
  if (typeof (result as Promise<unknown> | undefined)?.then === "function") yield result;
}

// The end tag, with what is added before and after it.
function* close(open: Open, source: string): Generator<unknown, string, unknown> {
  const { element, parent } = open;
  if (element === null || parent?.drops) return "";
  const end = new EndTag(open.name);
  for (const handler of element.endTagHandlers) yield* call(handler(end));
  const [, , after] = Piece.around(element, "");
  if (element.removed) return after;
  const renamed =
    element.tagName === open.name && end.name === open.name
      ? source
      : source === ""
        ? ""
        : `</${end.name === open.name ? element.tagName : end.name}>`;
  return element.appended + Piece.render(end, element.keepsContent ? "" : renamed) + after;
}
