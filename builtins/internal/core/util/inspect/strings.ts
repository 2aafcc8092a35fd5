// Quotes strings, and measures their width on a terminal.
import { pinnedPattern } from "internal:core/bootstrap";
import { validateString } from "internal:core/validators";

// By code points, so that a surrogate is a lone one: the engine interprets expressions that look behind.
const escapable = /[\x00-\x1f\x27\x5c\x7f-\x9f\ud800-\udfff]/gu;
const escapableButQuote = /[\x00-\x1f\x5c\x7f-\x9f\ud800-\udfff]/gu;
const plain = pinnedPattern(/^[\x20-\x26\x28-\x5b\x5d-\x7e\xa0-\ud7ff\ue000-\uffff]*$/);
const short: Record<string, string> = {
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\f": "\\f",
  "\r": "\\r",
  "'": "\\'",
  "\\": "\\\\",
};

function escape(character: string): string {
  const known = short[character];
  if (known !== undefined) return known;
  const code = character.charCodeAt(0);
  return code < 256 ? `\\x${code.toString(16).toUpperCase().padStart(2, "0")}` : `\\u${code.toString(16)}`;
}

let prefersDouble = false;
/** Deno's option `escapeSequences`: whether characters such as line breaks are escaped. */
let escapesControls = true;

/** Whether values are formatted as in Deno: within `withDoubleQuotes`. */
export function isDenoStyle(): boolean {
  return prefersDouble;
}

/**
 * Runs `call`, during which strings are in double quotes wherever these need no escapes, as in Deno. `escapes`: whether
 * characters besides the quotes and backslashes are escaped.
 */
export function withDoubleQuotes<Result>(call: () => Result, escapes = true): Result {
  const saved = prefersDouble;
  const savedEscapes = escapesControls;
  prefersDouble = true;
  escapesControls = escapes;
  try {
    return call();
  } finally {
    prefersDouble = saved;
    escapesControls = savedEscapes;
  }
}

function quoteDouble(text: string): string {
  const mark = !text.includes('"') ? '"' : !text.includes("'") ? "'" : !text.includes("`") ? "`" : '"';
  if (!escapesControls) return `${mark}${text.replaceAll("\\", "\\\\").replaceAll(mark, `\\${mark}`)}${mark}`;
  const escaped = text.replace(escapableButQuote, (character) =>
    character in short ? escape(character) : escape(character).toLowerCase(),
  );
  return `${mark}${mark === '"' && text.includes('"') ? escaped.replaceAll('"', '\\"') : escaped}${mark}`;
}

/** A string as source text, in the quotes that need the fewest escapes: single, then double, then backticks. */
export function quote(text: string): string {
  if (prefersDouble) return quoteDouble(text);
  if (plain.test(text)) return `'${text}'`;
  if (!text.includes("'")) return `'${text.replace(escapable, escape)}'`;
  const mark = !text.includes('"') ? '"' : !text.includes("`") && !text.includes("${") ? "`" : "'";
  return `${mark}${text.replace(mark === "'" ? escapable : escapableButQuote, escape)}${mark}`;
}

/** Escapes control characters and lone surrogates, without adding quotes. */
export function escapeControls(text: string): string {
  return text.replace(escapable, escape);
}

// Escape sequences of terminals: operating system commands up to their end, and control sequences.
const controlSequences =
  /(?:\u001B\][^]*?(?:\u0007|\u001B\\|\u009C))|[\u001B\u009B][[\]()#;?]*(?:\d{1,4}(?:[;:]\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~]/g;

/** Removes the escape sequences of terminals. Throws ERR_INVALID_ARG_TYPE for a value that is not a string. */
export function stripVTControlCharacters(text: string): string {
  validateString(text, "str");
  if (!text.includes("\u001B") && !text.includes("\u009B")) return text;
  return withoutStyles(text) ?? text.replace(controlSequences, "");
}

const ESCAPE = "\u001B";
const CODE_BRACKET = 0x5b;
const CODE_M = 0x6d;
const DIGITS_MAX = 4;

/** Removes sequences that set one style, as `inspect` writes them; null for a string with others. */
function withoutStyles(text: string): string | null {
  let shown = "";
  let from = 0;
  for (let at = text.indexOf(ESCAPE); at !== -1; at = text.indexOf(ESCAPE, from)) {
    if (text.charCodeAt(at + 1) !== CODE_BRACKET) return null;
    let end = at + 2;
    while (end < text.length && isDigit(text.charCodeAt(end))) end++;
    const digits = end - at - 2;
    if (digits === 0 || digits > DIGITS_MAX || text.charCodeAt(end) !== CODE_M) return null;
    shown += text.slice(from, at);
    from = end + 1;
  }
  return from > 0 && !text.includes("\u009B") ? shown + text.slice(from) : null;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** The number of columns of `text` on a terminal. */
export function getStringWidth(text: string, removeControlCharacters = true): number {
  let width = 0;
  if (removeControlCharacters) text = stripVTControlCharacters(text);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 127) return width + unicodeWidth(text.slice(index).normalize("NFC"));
    if (code >= 32) width++;
  }
  return width;
}

const zeroWidth = pinnedPattern(/^[\p{Mn}\p{Me}\p{Cf}\p{Cc}\u1160-\u11ff]$/u);
const emojiCharacter = pinnedPattern(/^\p{Emoji_Presentation}/u);

function unicodeWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code === 0xad) width++; // the soft hyphen is shown
    else if (zeroWidth.test(character)) continue;
    else width += isFullWidth(code) || emojiCharacter.test(character) ? 2 : 1;
  }
  return width;
}

/** Wide and full-width characters of Unicode's EastAsianWidth.txt. */
function isFullWidth(code: number): boolean {
  return (
    code >= 0x1100 &&
    (code <= 0x115f ||
      code === 0x2329 ||
      code === 0x232a ||
      (code >= 0x2e80 && code <= 0x3247 && code !== 0x303f) ||
      (code >= 0x3250 && code <= 0x4dbf) ||
      (code >= 0x4e00 && code <= 0xa4c6) ||
      (code >= 0xa960 && code <= 0xa97c) ||
      (code >= 0xac00 && code <= 0xd7a3) ||
      (code >= 0xf900 && code <= 0xfaff) ||
      (code >= 0xfe10 && code <= 0xfe19) ||
      (code >= 0xfe30 && code <= 0xfe6b) ||
      (code >= 0xff01 && code <= 0xff60) ||
      (code >= 0xffe0 && code <= 0xffe6) ||
      (code >= 0x1b000 && code <= 0x1b001) ||
      (code >= 0x1f200 && code <= 0x1f251) ||
      (code >= 0x20000 && code <= 0x3fffd))
  );
}
