// `Bun.color` (https://bun.com/docs/runtime/color): converts colours of CSS and numbers to other formats. Colour spaces beyond sRGB are missing.
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { NAMES } from "internal:bun/color_names";

/** 0 to 255 each; `alpha` 0 to 1. */
interface Color {
  red: number;
  green: number;
  blue: number;
  alpha: number;
}

/** A colour in one of the formats. */
type ColorOutput = string | number | number[] | Record<string, number>;

const FORMATS = [
  "[r,g,b,a]",
  "[rgb]",
  "[rgba]",
  "{r,g,b}",
  "{rgb}",
  "{rgba}",
  "ansi_256",
  "ansi-256",
  "ansi_16",
  "ansi-16",
  "ansi_16m",
  "ansi-16m",
  "ansi-24bit",
  "ansi-truecolor",
  "ansi",
  "ansi256",
  "css",
  "hex",
  "HEX",
  "hsl",
  "lab",
  "number",
  "rgb",
  "rgba",
];
const CUBE = [0, 0x5f, 0x87, 0xaf, 0xd7, 0xff];
const BYTE_MAX = 255;

/** Writes a colour in a format; null when `input` is not a colour. Throws a TypeError for an unknown format. */
export function color(input: unknown, format = "css"): ColorOutput | null {
  if (!FORMATS.includes(format)) {
    const list = FORMATS.map((name) => `'${name}'`);
    throw Object.assign(
      new TypeError(`format must be one of ${list.slice(0, -1).join(", ")} or ${list[list.length - 1]}`),
      { code: "ERR_INVALID_ARG_TYPE" },
    );
  }
  const found = read(input);
  return found === null ? null : write(found, format);
}

function read(input: unknown): Color | null {
  if (typeof input === "number") return Number.isFinite(input) ? ofNumber(input) : null;
  if (typeof input === "string") return parse(input.trim().toLowerCase());
  if (typeof input !== "object" || input === null) return null;
  const given = input as Record<string, number>;
  const [red, green, blue, alpha] = Array.isArray(input) ? (input as number[]) : [given.r, given.g, given.b, given.a];
  if (![red, green, blue].every((value) => typeof value === "number")) return null;
  const isByte = Array.isArray(input) && alpha !== undefined;
  return {
    red: clampByte(red),
    green: clampByte(green),
    blue: clampByte(blue),
    alpha: alpha === undefined ? 1 : isByte ? alpha / BYTE_MAX : Math.trunc(alpha * BYTE_MAX) / BYTE_MAX,
  };
}

function ofNumber(value: number): Color {
  return { red: (value >> 16) & BYTE_MAX, green: (value >> 8) & BYTE_MAX, blue: value & BYTE_MAX, alpha: 1 };
}

function clampByte(value: number): number {
  return Math.min(BYTE_MAX, Math.max(0, Math.round(value)));
}

function parse(text: string): Color | null {
  if (text === "transparent") return { red: 0, green: 0, blue: 0, alpha: 0 };
  const named = NAMES[text];
  if (named !== undefined) return ofNumber(named);
  if (text.startsWith("#")) return readHex(text.slice(1));
  const call = /^(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\((.*)\)$/.exec(text);
  if (call === null) return null;
  const [, name, body] = call as unknown as [string, string, string];
  if (!/^(?:rgb|hsl|hwb)/.test(name)) throw new ERR_METHOD_NOT_IMPLEMENTED(`Bun.color() of ${name}()`);
  const parts = body.split(/[\s,/]+/).filter((part) => part !== "");
  if (parts.length < 3 || parts.length > 4) return null;
  const alpha = parts[3] === undefined ? 1 : numberOf(parts[3], 1);
  const values = name.startsWith("rgb")
    ? parts.slice(0, 3).map((part) => numberOf(part, BYTE_MAX))
    : [angleOf(parts[0]!), numberOf(parts[1]!, 1, 100), numberOf(parts[2]!, 1, 100)];
  if ([...values, alpha].some(Number.isNaN)) return null;
  const [first, second, third] = values as [number, number, number];
  const [red, green, blue] = name.startsWith("rgb")
    ? [first, second, third]
    : name === "hwb"
      ? ofHwb(first, second, third)
      : ofHsl(first, second, third);
  return {
    red: clampByte(red),
    green: clampByte(green),
    blue: clampByte(blue),
    alpha: Math.min(1, Math.max(0, alpha)),
  };
}

// A percentage is a share of `whole`; a plain number is divided by `divisor`.
function numberOf(text: string, whole: number, divisor = 1): number {
  return text.endsWith("%") ? (Number(text.slice(0, -1)) / 100) * whole : Number(text) / divisor;
}

function angleOf(text: string): number {
  const match = /^(-?[\d.]+)(deg|turn|rad|grad)?$/.exec(text);
  if (match === null) return Number.NaN;
  const scale = match[2] === "turn" ? 360 : match[2] === "rad" ? 180 / Math.PI : match[2] === "grad" ? 0.9 : 1;
  return (((Number(match[1]) * scale) % 360) + 360) % 360;
}

function readHex(digits: string): Color | null {
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits)) return null;
  const long = digits.length <= 4 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const byte = (index: number): number => Number.parseInt(long.slice(index * 2, index * 2 + 2), 16);
  return { red: byte(0), green: byte(1), blue: byte(2), alpha: long.length === 8 ? byte(3) / BYTE_MAX : 1 };
}

/** CSS Color 4 §7.1. */
function ofHsl(hue: number, saturation: number, lightness: number): [number, number, number] {
  const channel = (offset: number): number => {
    const position = (offset + hue / 30) % 12;
    return (
      (lightness -
        saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(position - 3, 9 - position, 1))) *
      BYTE_MAX
    );
  };
  return [channel(0), channel(8), channel(4)];
}

function ofHwb(hue: number, white: number, black: number): [number, number, number] {
  if (white + black >= 1) {
    const gray = (white / (white + black)) * BYTE_MAX;
    return [gray, gray, gray];
  }
  return ofHsl(hue, 1, 0.5).map((value) => value * (1 - white - black) + white * BYTE_MAX) as [number, number, number];
}

function write(found: Color, format: string): ColorOutput {
  const { red, green, blue, alpha } = found;
  switch (format) {
    case "css":
      return css(found);
    case "hex":
      return hex(found);
    case "HEX":
      return hex(found).toUpperCase();
    case "number":
      return (red << 16) | (green << 8) | blue;
    case "rgb":
      return `rgb(${red}, ${green}, ${blue})`;
    case "rgba":
      return `rgba(${red}, ${green}, ${blue}, ${single(alpha)})`;
    case "hsl":
      return hsl(found);
    case "lab":
      throw new ERR_METHOD_NOT_IMPLEMENTED("Bun.color() to lab");
    case "{rgb}":
    case "{r,g,b}":
      return { r: red, g: green, b: blue };
    case "{rgba}":
      return { r: red, g: green, b: blue, a: Math.fround(alpha) === alpha ? alpha : Math.fround(alpha) };
    case "[rgb]":
      return [red, green, blue];
    case "[rgba]":
    case "[r,g,b,a]":
      return [red, green, blue, Math.round(alpha * BYTE_MAX)];
    case "ansi":
    case "ansi-16":
    case "ansi_16":
      return `\x1b[${ansi16(found)}m`;
    case "ansi-256":
    case "ansi_256":
    case "ansi256":
      return `\x1b[38;5;${ansi256(found)}m`;
    default:
      return `\x1b[38;2;${red};${green};${blue}m`;
  }
}

// The shortest digits that read back as the same 32-bit float.
function single(value: number): string {
  const rounded = Math.fround(value);
  for (let digits = 1; digits < 10; digits++) {
    const text = Number(rounded.toPrecision(digits));
    if (Math.fround(text) === rounded) return `${text}`;
  }
  return `${rounded}`;
}

function hex({ red, green, blue }: Color): string {
  return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

// The shortest notation of CSS.
function css(found: Color): string {
  const solid = hex(found);
  const text =
    found.alpha === 1
      ? solid
      : solid +
        Math.round(found.alpha * BYTE_MAX)
          .toString(16)
          .padStart(2, "0");
  const short =
    /^#(?:(.)\1)+$/.test(text) && /^#(.)\1(.)\2(.)\3(?:(.)\4)?$/.test(text)
      ? `#${text.slice(1).replace(/(.)\1/g, "$1")}`
      : text;
  if (found.alpha !== 1) return short;
  const value = (found.red << 16) | (found.green << 8) | found.blue;
  const name = Object.keys(NAMES).find((candidate) => NAMES[candidate] === value && candidate.length < short.length);
  return name ?? short;
}

function hsl({ red, green, blue }: Color): string {
  const [r, g, b] = [red / BYTE_MAX, green / BYTE_MAX, blue / BYTE_MAX] as const;
  const max = Math.max(r, g, b);
  const min = Math.min(r, g, b);
  const lightness = (max + min) / 2;
  const span = max - min;
  const saturation = span === 0 ? 0 : span / (1 - Math.abs(2 * lightness - 1));
  const sixth =
    span === 0 ? 0 : max === r ? ((g - b) / span + 6) % 6 : max === g ? (b - r) / span + 2 : (r - g) / span + 4;
  return `hsl(${single(sixth * 60)}, ${single(saturation * 100)}%, ${single(lightness * 100)}%)`;
}

// The nearest colour of the cube of 216, or of the 24 greys.
function ansi256({ red, green, blue }: Color): number {
  const place = (value: number): number => (value < 48 ? 0 : value < 114 ? 1 : Math.trunc((value - 35) / 40));
  const [r, g, b] = [place(red), place(green), place(blue)];
  const cubeColor = [CUBE[r]!, CUBE[g]!, CUBE[b]!];
  const cube = 16 + 36 * r + 6 * g + b;
  if (cubeColor[0] === red && cubeColor[1] === green && cubeColor[2] === blue) return cube;
  const average = Math.trunc((red + green + blue) / 3);
  const grayIndex = average > 238 ? 23 : Math.max(0, Math.trunc((average - 3) / 10));
  const gray = 8 + 10 * grayIndex;
  const distance = (other: number[]): number =>
    (other[0]! - red) ** 2 + (other[1]! - green) ** 2 + (other[2]! - blue) ** 2;
  return distance([gray, gray, gray]) < distance(cubeColor) ? 232 + grayIndex : cube;
}

// One bit for each component, and one for brightness.
function ansi16({ red, green, blue }: Color): number {
  const brightness = Math.round((Math.max(red, green, blue) / BYTE_MAX) * 2);
  if (brightness === 0) return 30;
  const bit = (value: number): number => Math.round(value / BYTE_MAX);
  return 30 + ((bit(blue) << 2) | (bit(green) << 1) | bit(red)) + (brightness === 2 ? 60 : 0);
}
