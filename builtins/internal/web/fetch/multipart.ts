// multipart/form-data: the encoder of the HTML standard (https://html.spec.whatwg.org/#multipart-form-data) and a parser
// (RFC 7578 with https://fetch.spec.whatwg.org/#dom-body-formdata).
import { type Blob, blobFromParts, type BlobPart, blobParts, File } from "web:blob";
import { latin1Slice, utf8Slice } from "internal:core/buffer/decode";
import { writeBase64 } from "internal:core/buffer/encode";
import { encodeUtf8, joinBytes } from "internal:core/utf8";
import { indexOfBytes } from "native:buffer";
import { FormData, formDataEntries } from "web:form_data";
import { home } from "internal:core/program";
import defer * as types from "internal:web/mime_types";

/** The body of a form as a Blob, without copies of its files, and the content type with the boundary. */
export function encodeForm(form: FormData): { blob: Blob; contentType: string } {
  const boundary = `----formdata-brio-0${String(Math.floor(Math.random() * 1e11)).padStart(11, "0")}`;
  const parts: BlobPart[] = [];
  const entries = formDataEntries(form);
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="`;
  let pending = "";
  for (let index = 0; index < entries.length; index += 2) {
    const value = entries[index + 1]!;
    pending += `${head}${escapeName(normalizeNewlines(entries[index] as string))}"`;
    if (typeof value === "string") {
      pending += `\r\n\r\n${normalizeNewlines(value)}\r\n`;
      continue;
    }
    pending += `; filename="${escapeName(value.name)}"\r\nContent-Type: ${value.type || "application/octet-stream"}\r\n\r\n`;
    parts.push(encodeUtf8(pending), ...blobParts(value));
    pending = "\r\n";
  }
  parts.push(encodeUtf8(`${pending}--${boundary}--\r\n`));
  const contentType = `multipart/form-data; boundary=${boundary}`;
  return { blob: blobFromParts(parts, contentType), contentType };
}

// Most names and values have nothing to replace; a search is cheaper than a replacement that finds nothing.
const LINE_BREAK = /[\r\n]/;
const LINE_BREAK_OR_QUOTE = /[\r\n"]/;

function escapeName(name: string): string {
  if (!LINE_BREAK_OR_QUOTE.test(name)) return name;
  return name
    .replace(/\r\n?|\n/g, (found) => (found === "\r\n" ? "%0D%0A" : found === "\r" ? "%0D" : "%0A"))
    .replaceAll('"', "%22");
}

function normalizeNewlines(text: string): string {
  return LINE_BREAK.test(text) ? text.replace(/\r?\n|\r/g, "\r\n") : text;
}

/** The boundary parameter of a multipart content type, or null. */
export function boundaryOf(contentType: string): string | null {
  const match = /;[\t ]*boundary=(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/i.exec(contentType);
  if (match === null) return null;
  const boundary = match[1] !== undefined ? match[1].replace(/\\(.)/g, "$1") : match[2]!;
  return boundary.length > 0 && boundary.length <= 70 && /^[\x21-\x7e ]+$/.test(boundary) ? boundary : null;
}

/** The form of `bytes`. Throws the `cause` of Node's error for invalid bytes. */
export function decodeForm(bytes: Uint8Array, boundary: string): FormData {
  return new MultipartReader(bytes, encodeUtf8(`--${boundary}`)).read();
}

const CR = 13;
const LF = 10;
const DASH = 45;
const LINE_END = new Uint8Array([CR, LF]);
const NO_LINE_END = "expected CRLF";

class MultipartReader {
  #bytes: Uint8Array;
  #delimiter: Uint8Array;
  /** A line break and the delimiter. */
  #ending: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array, delimiter: Uint8Array) {
    this.#bytes = bytes;
    this.#delimiter = delimiter;
    this.#ending = joinBytes([LINE_END, delimiter]);
  }

  read(): FormData {
    const form = new FormData();
    // A preamble is skipped (RFC 2046 §5.1.1).
    while (!this.#takeDelimiter()) {
      this.#position = this.#bytes.indexOf(DASH, this.#position + 1);
      if (this.#position < 0) throw new TypeError("no boundary found in multipart body");
    }
    for (;;) {
      if (this.#takeDashes()) return form;
      this.#skipBlanks();
      if (!this.#takeNewline()) throw new TypeError(NO_LINE_END);
      const head = this.#readHead();
      const end = this.#findDelimiterLine();
      if (end < 0) throw new TypeError("expected boundary after body");
      addEntry(form, head, this.#bytes, this.#position, end);
      this.#position = end + this.#ending.length;
    }
  }

  #takeDelimiter(): boolean {
    if (!this.#isDelimiterAt(this.#position)) return false;
    this.#position += this.#delimiter.length;
    return true;
  }

  #isDelimiterAt(position: number): boolean {
    const delimiter = this.#delimiter;
    if (position + delimiter.length > this.#bytes.length) return false;
    for (let index = 0; index < delimiter.length; index++) {
      if (this.#bytes[position + index] !== delimiter[index]) return false;
    }
    return true;
  }

  #takeDashes(): boolean {
    return this.#bytes[this.#position] === DASH && this.#bytes[this.#position + 1] === DASH;
  }

  #skipBlanks(): void {
    while (this.#bytes[this.#position] === 32 || this.#bytes[this.#position] === 9) this.#position++;
  }

  #takeNewline(): boolean {
    if (this.#bytes[this.#position] !== CR || this.#bytes[this.#position + 1] !== LF) return false;
    this.#position += 2;
    return true;
  }

  #readHead(): PartHead {
    const head: PartHead = { name: null, filename: null, contentType: null, isBase64: false };
    for (;;) {
      if (this.#takeNewline()) {
        if (head.name === null) throw new TypeError("header name is null");
        return head;
      }
      const end = this.#bytes.indexOf(LF, this.#position);
      const isTerminated = end > 0 && this.#bytes[end - 1] === CR;
      readHeaderLine(
        head,
        utf8Slice(this.#bytes, this.#position, isTerminated ? end - 1 : end < 0 ? this.#bytes.length : end),
      );
      if (!isTerminated) throw new TypeError(NO_LINE_END);
      this.#position = end + 1;
    }
  }

  /** The position of the line break before the next delimiter, or -1. */
  #findDelimiterLine(): number {
    return indexOfBytes(this.#bytes, this.#ending, this.#position, 1);
  }
}

interface PartHead {
  name: string | null;
  filename: string | null;
  contentType: string | null;
  /** The bytes are encoded as base64, which only Node decodes. */
  isBase64: boolean;
}

/** The line that browsers and other runtimes write. */
const COMMON_DISPOSITION = /^content-disposition: form-data; name="([^"\\]*)"(?:; filename="([^"\\]*)")?$/i;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

function readHeaderLine(head: PartHead, line: string): void {
  const common = COMMON_DISPOSITION.exec(line);
  if (common !== null) {
    head.name = unescapeName(common[1]!);
    head.filename = common[2] === undefined ? null : unescapeName(common[2]);
    return;
  }
  const colon = line.indexOf(":");
  const name = (colon < 0 ? line : line.slice(0, colon)).trim().toLowerCase();
  if (!TOKEN.test(name)) throw new TypeError("header name does not match the field-name token production");
  if (colon < 0) throw new TypeError("expected :");
  let value = line.slice(colon + 1).trim();
  if (name === "content-type") head.contentType = value;
  if (name === "content-transfer-encoding") head.isBase64 = /^base64$/i.test(value);
  if (name !== "content-disposition") return;
  if (!/^form-data[\t ]*(?:;|$)/i.test(value)) throw new TypeError("expected form-data for content-disposition header");
  const marked = value.replace(ESCAPED_QUOTE, QUOTE_MARK);
  if (marked !== value && home() === "node") throw new TypeError("expected ; or the end of the header");
  value = marked;
  if (/;[\t ]*(?:file)?name="[^"]*$/i.test(value)) throw new TypeError("Closing quote not found");
  head.name = parameter(value, NAME);
  head.filename = extendedFilename(value) ?? parameter(value, FILENAME);
  if (head.name === null) throw new TypeError("name attribute is required in content-disposition header");
}

/**
 * A quote within a name, as curl writes it. A backslash before the closing quote is the last character of the name: browsers send
 * backslashes as they are.
 */
const ESCAPED_QUOTE = /\\"(?=(?:[^";\\]|\\.)*"[\t ]*(?:;|$))/g;
/** Stands for such a quote while a header is parsed. */
const QUOTE_MARK = "\\\0";

const NAME = /;[\t ]*name=(?:"([^"]*)"|([^;\s]+))/i;
const FILENAME = /;[\t ]*filename=(?:"([^"]*)"|([^;\s]+))/i;

function parameter(value: string, pattern: RegExp): string | null {
  const match = pattern.exec(value);
  return match === null ? null : unescapeName(match[1] ?? match[2]!);
}

// RFC 5987: filename*=utf-8''percent-encoded
function extendedFilename(value: string): string | null {
  const match = /;[\t ]*filename\*=utf-8''([^;\s]+)/i.exec(value);
  if (match === null) return null;
  try {
    return decodeURIComponent(match[1]!);
  } catch {
    return null;
  }
}

function unescapeName(name: string): string {
  if (name.includes(QUOTE_MARK)) name = name.replaceAll(QUOTE_MARK, '\\"');
  if (!name.includes("%")) return name;
  return name.replace(/%0A/gi, "\n").replace(/%0D/gi, "\r").replace(/%22/g, '"');
}

function addEntry(form: FormData, head: PartHead, bytes: Uint8Array, start: number, end: number): void {
  // "UTF-8 decode without BOM": a byte order mark stays part of the value.
  let content = bytes.subarray(start, end);
  if (head.isBase64 && home() === "node") content = decodeBase64(content);
  if (head.filename === null) form.append(head.name!, utf8Slice(content, 0, content.length));
  else form.append(head.name!, fileOf(content, head.filename, fileType(head)));
}

function decodeBase64(bytes: Uint8Array): Uint8Array {
  const target = new Uint8Array(bytes.length);
  return target.subarray(0, writeBase64(latin1Slice(bytes, 0, bytes.length), target, 0, target.length));
}

/** The type of a file: in Bun that of its name's extension, else the one that the client declares. */
function fileType({ filename, contentType }: PartHead): string {
  switch (home()) {
    case "bun":
      return types.knownTypeOfPath(filename!) ?? contentType ?? "";
    case "deno":
      return contentType || "application/octet-stream";
    default:
      return contentType ?? "text/plain";
  }
}

function fileOf(content: Uint8Array, name: string, type: string): File {
  return new File([content], name, { type });
}
