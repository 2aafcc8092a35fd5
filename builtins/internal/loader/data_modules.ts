// Data modules: JSON, text, bytes, data: and blob: URLs; and the rules for import attributes.
import { loadFromSource } from "internal:loader/load";
import { type Module, SyntheticModule } from "internal:loader/records";
import { type Resolved } from "internal:loader/resolve";
import { isLoaded, pinned, safe } from "internal:core/bootstrap";
import { home } from "internal:core/program";
import {
  ERR_INVALID_URL,
  ERR_IMPORT_ATTRIBUTE_MISSING,
  ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE,
  ERR_IMPORT_ATTRIBUTE_UNSUPPORTED,
  ERR_UNKNOWN_FILE_EXTENSION,
  ERR_UNKNOWN_MODULE_FORMAT,
} from "internal:core/errors";
import defer * as blobSources from "internal:web/worker/blob_source";
import defer * as blobUrls from "internal:web/blob_urls";
import defer * as bunData from "internal:loader/bun_data";
import defer * as commonjs from "internal:loader/commonjs";
import defer * as commonjsFacade from "internal:loader/commonjs_facade";
import defer * as jsonErrors from "internal:core/json_errors";
import defer * as webAssembly from "internal:loader/web_assembly";
import { encodeUtf8, utf8ToString } from "native:buffer";
import { readModule, readModuleText } from "native:modules";

const TYPES = pinned(new Set(["json", "text", "bytes"]));

/** Whether the `type` of an import makes a file of code data: any does, but Bun ignores those that it does not know. */
export function isData(type: string): boolean {
  return home() !== "bun" || bunData.isDataType(type);
}

/** Throws unless the attributes match the format. */
export function checkAttributes(url: string, format: string, attributes: Record<string, string>): void {
  const { type } = attributes;
  if (type === undefined) {
    if (format === "json" && home() === "node") throw new ERR_IMPORT_ATTRIBUTE_MISSING(url, "type", "json");
    return;
  }
  if (home() === "bun") return;
  if (!TYPES.has(type)) {
    if (home() === "deno") throw new TypeError(`"${type}" is not a valid module type.`);
    throw new ERR_IMPORT_ATTRIBUTE_UNSUPPORTED("type", type, url);
  }
  if (type === "json" && format !== "json" && format !== "data")
    throw new ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE(url, "json");
}

/** Makes a module of a format other than ES module, CommonJS and builtin. */
export function create(url: string, resolved: Resolved, attributes: Record<string, string>): Module {
  const { format, path } = resolved;
  // A URL that cannot be a module is rejected before its attributes are checked.
  if (format === "data" && !isTypeScript(contentOf(url).mime)) formatOfMime(contentOf(url).mime, url);
  checkAttributes(url, format, attributes);
  if (format === "data") return dataModule(url, attributes.type);
  if (home() === "bun" && (attributes.type !== undefined || (format !== "wasm" && format !== "addon")))
    return bunData.dataModule(url, path, path.slice(path.lastIndexOf(".") + 1), attributes.type);
  if (attributes.type === "text") return valueModule(url, () => readModuleText(path));
  if (attributes.type === "bytes") return valueModule(url, () => readModule(path));
  if (format === "json") return valueModule(url, () => jsonOfFile(path, resolved.suffix !== ""));
  if (format === "wasm") return webAssembly.moduleOf(url, readModule(path));
  if (format === "addon") return commonjsFacade.addonFacade(url, path);
  const dot = path.lastIndexOf(".");
  if (home() === "deno") throw inDeno(notCode(path.slice(dot + 1), url));
  throw new ERR_UNKNOWN_FILE_EXTENSION(dot === -1 ? "" : path.slice(dot), path);
}

const JSON_WITHOUT_TYPE = `Attempted to load JSON module without specifying "type": "json" attribute in the import statement.`;

/** Deno's message for a file that is not code. */
function notCode(extension: string, url: string): string {
  const kind = extension === "css" ? "Css" : extension === "html" ? "Html" : "Unknown";
  return `Expected a JavaScript or TypeScript module, but identified a ${kind} module. Importing these types of modules is currently not supported.\n  Specifier: ${url}`;
}

/** Deno's error of an import that cannot be loaded. */
function inDeno(message: string): TypeError {
  return safe.assign(new TypeError(message), { code: "ERR_MODULE_NOT_FOUND" });
}

/** JSON files that were imported before the CommonJS loader was evaluated. */
const importedJson = pinned(new Map<string, unknown>());

/** Forgets the files of JSON. */
export function clearImported(): void {
  importedJson.clear();
}

/** The value of a JSON file, which imports without a query or fragment share with `require` in programs of Node. */
function jsonOfFile(path: string, hasSuffix: boolean): unknown {
  if (hasSuffix || home() !== "node") return parseJson(readModuleText(path), path);
  const cache = isLoaded("internal:loader/commonjs")
    ? (commonjs.Module as unknown as commonjs.ModuleClass)._cache
    : null;
  const known = cache?.[path];
  if (known?.loaded) return known.exports;
  if (importedJson.has(path)) return importedJson.get(path);
  const value = parseJson(readModuleText(path), path);
  if (cache !== null) cache[path] = { exports: value, loaded: true } as commonjs.CommonJsModule;
  else importedJson.set(path, value);
  return value;
}

/** Adds those files to `require.cache`. */
export function adoptJson(cache: commonjs.ModuleClass["_cache"]): void {
  for (const [path, exports] of importedJson) cache[path] = { exports, loaded: true } as commonjs.CommonJsModule;
  importedJson.clear();
}

/** A module whose default export is a string from hooks. */
export function textModule(url: string, text: string): Module {
  return valueModule(url, () => text);
}

/** A JSON module with source from hooks. */
export function jsonModule(url: string, text: string, name: string): Module {
  return valueModule(url, () => parseJson(text, name));
}

function valueModule(url: string, read: () => unknown): SyntheticModule {
  // Read now: a missing or invalid file fails the import before anything runs.
  const value = read();
  return new SyntheticModule(url, ["default"], (module) => {
    module.environmentObject().default = value;
  });
}

/** Parses JSON; the SyntaxError names the file. */
export function parseJson(text: string, path: string): unknown {
  try {
    return safe.parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    (error as Error).message = `${path}: ${jsonErrors.describe(text) ?? (error as Error).message}`;
    throw error;
  }
}

const DATA_URL = /^data:([^,]*?)(;base64)?,(.*)$/s;

/** The type and the bytes of a data: URL. Throws ERR_INVALID_URL for one without a comma. */
export function readDataUrl(url: string): { mime: string; bytes: Uint8Array } {
  const match = DATA_URL.exec(url.replace(/#.*$/s, ""));
  if (match === null) throw new ERR_INVALID_URL(url);
  const [, header, base64, body] = match;
  const mime = header!.split(";")[0]!.trim().toLowerCase();
  return {
    mime,
    bytes:
      base64 === undefined
        ? percentDecoded(body!)
        : (Uint8Array as unknown as { fromBase64(string: string): Uint8Array }).fromBase64(decodeURIComponent(body!)),
  };
}

/** The format of a data: URL of that type. Throws ERR_UNKNOWN_MODULE_FORMAT. */
export function formatOfMime(mime: string, url = `data:${mime}`): string {
  if (mime === "text/javascript" || mime === "application/javascript") return "module";
  if (mime === "application/json") return "json";
  if (mime === "application/wasm") return "wasm";
  throw new ERR_UNKNOWN_MODULE_FORMAT(mime, url);
}

/** The type and the bytes of a data: or blob: URL. A Blob without a type is JavaScript. */
function contentOf(url: string): { mime: string; bytes: Uint8Array } {
  if (!url.startsWith("blob:")) return readDataUrl(url);
  const blob = blobUrls.resolveObjectURL(url);
  if (blob === undefined) throw new TypeError(`Module not found "${url}".`);
  return { mime: blob.type.split(";")[0]! || "text/javascript", bytes: blobSources.bytesOf(blob) };
}

/** Types that Deno and Bun import as TypeScript. */
const TYPESCRIPT = /^(?:application|text)\/(?:x-)?typescript$|^video\/(?:mp2t|vnd\.dlna\.mpeg-tts)$/;

function isTypeScript(mime: string): boolean {
  return home() !== "node" && TYPESCRIPT.test(mime);
}

function dataModule(url: string, type: string | undefined): Module {
  const { mime, bytes } = contentOf(url);
  if (isTypeScript(mime)) return loadFromSource(utf8ToString(bytes, 0, bytes.length), "", url, false, "data.ts");
  const format = formatOfMime(mime, url);
  if (format === "wasm") return webAssembly.moduleOf(url, bytes);
  const text = utf8ToString(bytes, 0, bytes.length);
  if (format === "json") {
    if (type !== "json") {
      if (home() === "deno") throw inDeno(JSON_WITHOUT_TYPE);
      throw new ERR_IMPORT_ATTRIBUTE_MISSING(url, "type", "json");
    }
    return valueModule(url, () => parseJson(text, url));
  }
  if (type === "json") throw new ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE(url, "json");
  return loadFromSource(text, "", url);
}

/** https://url.spec.whatwg.org/#percent-decode: a `%` without two digits after it is retained. */
function percentDecoded(text: string): Uint8Array {
  const escaped = text.replace(/%(?![0-9a-fA-F]{2})/g, "%25");
  try {
    return encodeUtf8(decodeURIComponent(escaped));
  } catch {
    // Bytes that are not UTF-8.
    const encoded = encodeURI(escaped).replace(/%25([0-9a-fA-F]{2})/g, "%$1");
    const bytes = encoded.match(/%[0-9a-fA-F]{2}|[^%]/g) ?? [];
    return Uint8Array.from(bytes, (part) => (part.length === 3 ? parseInt(part.slice(1), 16) : part.charCodeAt(0)));
  }
}
