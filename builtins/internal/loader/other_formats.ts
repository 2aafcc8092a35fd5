// Modules that are data: JSON, text, bytes, data: URLs; and the rules for import attributes.
import { loadText } from "internal:loader/load";
import { type Module, SyntheticModule } from "internal:loader/records";
import { type Resolved } from "internal:loader/resolve";
import { load } from "internal:bootstrap";
import { home } from "internal:program";
import { ERR_IMPORT_ATTRIBUTE_MISSING, ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE, ERR_IMPORT_ATTRIBUTE_UNSUPPORTED, ERR_METHOD_NOT_IMPLEMENTED, ERR_UNKNOWN_FILE_EXTENSION, ERR_UNKNOWN_MODULE_FORMAT } from "internal:errors";
import { readFileSync, readFileTextSync } from "native:fs";

const TYPES = new Set(["json", "text", "bytes"]);

/** Formats that Bun parses and Brio does not yet; other unknown files are imported as their path. */
const UNSUPPORTED_IN_BUN = new Set(["html", "css", "sh"]);
/** Formats of data that Bun's programs import, and who parses them (`bun:data_formats`). */
const DATA_IN_BUN: Record<string, "TOML" | "YAML" | "JSONC" | "JSON5"> = { toml: "TOML", yaml: "YAML", yml: "YAML", jsonc: "JSONC", json5: "JSON5" };

/** Throws unless the attributes fit the format. */
export function checkAttributes(url: string, format: string, attributes: Record<string, string>): void {
  const { type } = attributes;
  if (type === undefined) {
    if (format === "json" && home() === "node") throw new ERR_IMPORT_ATTRIBUTE_MISSING(url, "type", "json");
    return;
  }
  if (!TYPES.has(type)) throw new ERR_IMPORT_ATTRIBUTE_UNSUPPORTED("type", type);
  if (type === "json" && format !== "json" && format !== "data") throw new ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE(url, "json");
}

/** Makes a module of a format other than ES module, CommonJS and builtin. */
export function create(url: string, resolved: Resolved, attributes: Record<string, string>): Module {
  checkAttributes(url, resolved.format, attributes);
  const { format, path } = resolved;
  if (format === "data") return dataModule(url, attributes.type);
  if (attributes.type === "text") return valueModule(url, () => readFileTextSync(path, 0));
  if (attributes.type === "bytes") return valueModule(url, () => readFileSync(path, 0));
  if (format === "json") return valueModule(url, () => parseJson(readFileTextSync(path, 0), path));
  if (home() === "bun" && Object.hasOwn(DATA_IN_BUN, format)) return valueModule(url, () => load("bun:data_formats")[DATA_IN_BUN[format]!].parse(readFileTextSync(path, 0)));
  if (home() === "bun" && format === "txt") return valueModule(url, () => readFileTextSync(path, 0));
  if (home() === "bun" && format !== "wasm" && format !== "addon" && !UNSUPPORTED_IN_BUN.has(format)) return valueModule(url, () => path);
  if (UNSUPPORTED_IN_BUN.has(format) && home() === "bun") throw new ERR_METHOD_NOT_IMPLEMENTED(`import of .${format} files`);
  if (format === "wasm" || format === "addon") throw new ERR_UNKNOWN_MODULE_FORMAT(format, url);
  const dot = path.lastIndexOf(".");
  throw new ERR_UNKNOWN_FILE_EXTENSION(dot === -1 ? "" : path.slice(dot), path);
}

/** A JSON module of text that hooks gave. */
export function jsonModule(url: string, text: string, name: string): Module {
  return valueModule(url, () => parseJson(text, name));
}

function valueModule(url: string, read: () => unknown): SyntheticModule {
  // Read now: a file that is missing or wrong fails the import before anything runs.
  const value = read();
  return new SyntheticModule(url, ["default"], (module) => {
    module.environmentObject().default = value;
  });
}

/** Parses JSON; the SyntaxError names the file. */
export function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    (error as Error).message = `${path}: ${(error as Error).message}`;
    throw error;
  }
}

const DATA_URL = /^data:([^,]*?)(;base64)?,(.*)$/s;

function dataModule(url: string, type: string | undefined): Module {
  const match = DATA_URL.exec(url.replace(/#.*$/s, ""));
  if (match === null) throw new TypeError(`Invalid URL: ${url}`);
  const [, header, base64, body] = match;
  const mime = header!.split(";")[0]!.trim().toLowerCase();
  const text = decode(body!, base64 !== undefined);
  if (mime === "application/json") {
    if (type !== "json") throw new ERR_IMPORT_ATTRIBUTE_MISSING(url, "type", "json");
    return valueModule(url, () => parseJson(text, url));
  }
  if (mime !== "text/javascript" && mime !== "application/javascript") throw new ERR_UNKNOWN_MODULE_FORMAT(mime, url);
  return loadText(text, "", url);
}

function decode(body: string, isBase64: boolean): string {
  const unescaped = decodeURIComponent(body);
  if (!isBase64) return unescaped;
  const bytes = (Uint8Array as any).fromBase64(unescaped) as Uint8Array;
  let escaped = "";
  for (const byte of bytes) escaped += `%${byte.toString(16).padStart(2, "0")}`;
  return decodeURIComponent(escaped);
}
