// `Bun.TOML`, `Bun.YAML`, `Bun.JSON5`, `Bun.JSONC` and `Bun.JSONL`. https://bun.com/docs/runtime/yaml
import defer * as jsonl from "internal:bun/jsonl";
import defer * as markdown from "internal:bun/markdown/html";
import defer * as xml from "internal:bun/xml/parse";
import { decodeUtf8 } from "internal:core/utf8";
import { parseJson5, stringifyJson5 } from "internal:core/data_formats/json5";
import { parseToml } from "internal:core/data_formats/toml";
import defer * as tomlWriter from "internal:core/data_formats/toml_writer";
import { parseYaml } from "internal:core/data_formats/yaml";
import { stringifyYaml } from "internal:core/data_formats/yaml_scalars";

const INDENT_MAX = 10;

function textOf(input: any): string {
  if (ArrayBuffer.isView(input))
    return decodeUtf8(new Uint8Array(input.buffer as ArrayBuffer, input.byteOffset, input.byteLength));
  if (input instanceof ArrayBuffer) return decodeUtf8(new Uint8Array(input));
  if (input === undefined || input === null)
    throw Object.assign(new TypeError("Expected a string to parse"), { code: "ERR_INVALID_ARG_TYPE" });
  return `${input}`;
}

function spaceOf(space: unknown): string {
  if (typeof space === "number") return " ".repeat(Math.min(INDENT_MAX, Math.max(0, Math.trunc(space))));
  return typeof space === "string" ? space.slice(0, INDENT_MAX) : "";
}

function refuseReplacer(replacer: unknown, name: string): void {
  if (replacer !== undefined && replacer !== null)
    throw new Error(`${name}.stringify does not support the replacer argument`);
}

/** Each throws a SyntaxError for invalid source. */
export const TOML = {
  parse: (input: unknown): unknown => parseToml(textOf(input)),
  stringify(value: unknown, replacer?: unknown, _space?: unknown): string | undefined {
    refuseReplacer(replacer, "TOML");
    return tomlWriter.stringifyToml(value);
  },
};
export const YAML = {
  parse: (input: unknown): unknown => parseYaml(textOf(input)),
  stringify(value: unknown, replacer?: unknown, space?: unknown): string | undefined {
    refuseReplacer(replacer, "YAML");
    return stringifyYaml(value, spaceOf(space));
  },
};
export const JSON5 = {
  parse: (input: unknown): unknown => parseJson5(textOf(input), true, "JSON5"),
  stringify(value: unknown, replacer?: unknown, space?: unknown): string | undefined {
    refuseReplacer(replacer, "JSON5");
    return stringifyJson5(value, spaceOf(space));
  },
};
export const JSONC = {
  parse: (input: unknown): unknown => parseJson5(textOf(input), false, "JSONC"),
};
export const JSONL = {
  /** The values before the first that is invalid; throws when that is the first of all. */
  parse: (input: unknown): unknown[] => jsonl.parse(input),
  parseChunk: (input: unknown, ...range: unknown[]): unknown => jsonl.parseChunk(input, ...range),
};

/** Formats that programs import and that have other members of `Bun`: a document of XML, and the HTML of a text in Markdown. */
export const XML = { parse: (input: string): unknown => xml.parse(input, undefined) };
export const MD = { parse: (input: string): string => markdown.html(input) };
