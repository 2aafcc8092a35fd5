// node:punycode: Punycode (RFC 3492) and its host names. Deprecated in Node, still used by packages.
import { home } from "internal:core/program";
import defer * as process from "internal:core/process/warn";
import defer * as caller from "internal:core/util/node_modules";

// RFC 3492 §5.
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_N = 128;
const MAX_INT = 0x7fffffff;

const messages = {
  overflow: "Overflow: input needs wider integers to process",
  "not-basic": "Illegal input >= 0x80 (not a basic code point)",
  "invalid-input": "Invalid input",
};

function fail(kind: keyof typeof messages): never {
  throw new RangeError(messages[kind]);
}

/** Applies `change` to each label of a host name, or of the part of an address after "@". */
function mapLabels(domain: string, change: (label: string) => string): string {
  const at = domain.split("@");
  const prefix = at.length > 1 ? `${at[0]}@` : "";
  const host = at.length > 1 ? at[1]! : domain;
  // IDNA also accepts three other full stops as separators.
  return (
    prefix +
    host
      .replace(/[\u3002\uff0e\uff61]/g, ".")
      .split(".")
      .map(change)
      .join(".")
  );
}

/** The code points of a string; lone surrogates stay as they are. */
function ucs2decode(text: string): number[] {
  const points: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const point = text.codePointAt(index)!;
    if (point > 0xffff) index++;
    points.push(point);
  }
  return points;
}

/** The string of code points. */
function ucs2encode(points: readonly number[]): string {
  return String.fromCodePoint(...points);
}

function digitOf(unit: number): number {
  if (unit >= 0x30 && unit < 0x3a) return 26 + unit - 0x30;
  if (unit >= 0x41 && unit < 0x5b) return unit - 0x41;
  return unit >= 0x61 && unit < 0x7b ? unit - 0x61 : BASE;
}

function characterOf(digit: number): string {
  return String.fromCharCode(digit < 26 ? digit + 0x61 : digit - 26 + 0x30);
}

/** RFC 3492 §6.1. */
function adapt(delta: number, pointCount: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / DAMP) : delta >> 1;
  rest += Math.floor(rest / pointCount);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return Math.floor(k + ((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}

function threshold(k: number, bias: number): number {
  return k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias;
}

/** RFC 3492 §6.2: decodes Punycode. Throws RangeError for invalid Punycode. */
function decode(input: string): string {
  const output: number[] = [];
  const lastDelimiter = Math.max(input.lastIndexOf("-"), 0);
  for (let index = 0; index < lastDelimiter; index++) {
    if (input.charCodeAt(index) >= 0x80) fail("not-basic");
    output.push(input.charCodeAt(index));
  }
  let n = INITIAL_N;
  let i = 0;
  let bias = INITIAL_BIAS;
  for (let index = lastDelimiter > 0 ? lastDelimiter + 1 : 0; index < input.length;) {
    const before = i;
    for (let weight = 1, k = BASE; ; k += BASE) {
      if (index >= input.length) fail("invalid-input");
      const digit = digitOf(input.charCodeAt(index++));
      if (digit >= BASE) fail("invalid-input");
      if (digit > Math.floor((MAX_INT - i) / weight)) fail("overflow");
      i += digit * weight;
      const t = threshold(k, bias);
      if (digit < t) break;
      if (weight > Math.floor(MAX_INT / (BASE - t))) fail("overflow");
      weight *= BASE - t;
    }
    const count = output.length + 1;
    bias = adapt(i - before, count, before === 0);
    if (Math.floor(i / count) > MAX_INT - n) fail("overflow");
    n += Math.floor(i / count);
    i %= count;
    output.splice(i++, 0, n);
  }
  return String.fromCodePoint(...output);
}

/** RFC 3492 §6.3: encodes to Punycode. */
function encode(text: string): string {
  const input = ucs2decode(text);
  let output = "";
  for (const point of input) if (point < 0x80) output += String.fromCharCode(point);
  const basicLength = output.length;
  let handled = basicLength;
  if (basicLength > 0) output += "-";
  let n = INITIAL_N;
  let delta = 0;
  let bias = INITIAL_BIAS;
  while (handled < input.length) {
    let next = MAX_INT;
    for (const point of input) if (point >= n && point < next) next = point;
    if (next - n > Math.floor((MAX_INT - delta) / (handled + 1))) fail("overflow");
    delta += (next - n) * (handled + 1);
    n = next;
    for (const point of input) {
      if (point < n && ++delta > MAX_INT) fail("overflow");
      if (point !== n) continue;
      let q = delta;
      for (let k = BASE; ; k += BASE) {
        const t = threshold(k, bias);
        if (q < t) break;
        output += characterOf(t + ((q - t) % (BASE - t)));
        q = Math.floor((q - t) / (BASE - t));
      }
      output += characterOf(q);
      bias = adapt(delta, handled + 1, handled === basicLength);
      delta = 0;
      handled++;
    }
    delta++;
    n++;
  }
  return output;
}

/** A host name with its `xn--` labels decoded. */
function toUnicode(input: string): string {
  return mapLabels(input, (label) => (label.startsWith("xn--") ? decode(label.slice(4).toLowerCase()) : label));
}

/** A host name with its labels outside ASCII encoded. */
function toASCII(input: string): string {
  return mapLabels(input, (label) => (/[^\0-\x7f]/.test(label) ? `xn--${encode(label)}` : label));
}

// Nothing in the builtins needs the module: it is evaluated when a program loads it.
if (home() === "node" && !caller.isInsideNodeModules()) {
  process.emitWarning("The `punycode` module is deprecated. Please use a userland alternative instead.", {
    type: "DeprecationWarning",
    code: "DEP0040",
  });
}

export default {
  version: "2.1.0",
  ucs2: { decode: ucs2decode, encode: ucs2encode },
  decode,
  encode,
  toASCII,
  toUnicode,
};
