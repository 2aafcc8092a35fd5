// `module.findSourceMap()` and the switches around it: maps that files name in a `sourceMappingURL` comment.
import { fileUrl, pathOfFileUrl } from "internal:core/file_url";
import { validateBoolean, validateObject } from "internal:core/validators";
import { option } from "internal:core/launch";
import { utf8ToString } from "native:buffer";
import { existsSync, readFileTextSync } from "native:fs";
import defer * as sourceMap from "internal:core/stack/source_map";

let support = { enabled: false, nodeModules: false, generatedCode: false };
let isChosen = false;
const found = new Map<string, object | null>();
/** Texts that were compiled in the place of files; nothing else has a map as long as maps are off. */
const texts = new Map<string, string>();

/** Told of a text that names a map and is compiled as that of `name` (path or URL), which need not be a file. */
export function noteText(name: string, text: string): void {
  if (!(getSupport() as any).enabled) return;
  const path = name.startsWith("/") ? name : pathOfFileUrl(name);
  if (path === null) return;
  texts.set(path, text);
  found.delete(path);
}

/** `module.getSourceMapsSupport()`. */
export function getSupport(): object {
  if (!isChosen && option("--enable-source-maps") !== undefined)
    support = { enabled: true, nodeModules: true, generatedCode: true };
  return Object.freeze({ __proto__: null, ...support });
}

/** `module.setSourceMapsSupport()`. */
export function setSupport(enabled: unknown, options: any = {}): void {
  validateBoolean(enabled, "enabled");
  validateObject(options, "options");
  const { nodeModules = false, generatedCode = false } = options;
  validateBoolean(nodeModules, "options.nodeModules");
  validateBoolean(generatedCode, "options.generatedCode");
  support = { enabled, nodeModules, generatedCode };
  isChosen = true;
}

const COMMENT = /\/[*/][#@]\s+sourceMappingURL=([^\s'"]+)/g;

/** Where a frame's code comes from. */
export interface Origin {
  /** Path, or URL of what is no file. */
  file: string;
  /** Both from 1. */
  line: number;
  column: number;
  /** The line's text, when the map holds it. */
  text: string | null;
}

/** The origin of a place in generated code (line and column from 1); null when source maps are off or say nothing. */
export function originOf(url: string, line: number, column: number): Origin | null {
  const map: any = find(url);
  if (map === undefined) return null;
  const { originalSource, originalLine, originalColumn } = map.findEntry(line - 1, column - 1);
  if (originalSource === undefined || originalLine === undefined) return null;
  const { sources = [], sourcesContent = [] } = map.payload;
  const content: string | undefined = sourcesContent[sources.indexOf(originalSource)];
  return {
    file: pathOfFileUrl(originalSource) ?? originalSource,
    line: originalLine + 1,
    column: originalColumn + 1,
    text: content?.split("\n")[originalLine] ?? null,
  };
}

/** The `sourceMappingURL` of a text: its last comment of that form. One inside a template is text. */
function mapUrlOf(text: string): string | undefined {
  let found: string | undefined;
  for (const match of text.matchAll(COMMENT)) {
    const ticks = text.slice(0, match.index).match(/(?<!\\)`/g)?.length ?? 0;
    if (ticks % 2 === 0) found = match[1];
  }
  return found;
}

/** The map of a file that was named by path or URL, undefined for none. */
export function find(source: unknown): object | undefined {
  if (typeof source !== "string" || source.startsWith("node:")) return undefined;
  const isEnabled = (getSupport() as any).enabled;
  if (!isEnabled) return undefined;
  const url = /^\w+:/.test(source) ? source : fileUrl(source);
  const path = pathOfFileUrl(url);
  if (path === null || !(texts.has(path) || existsSync(path))) return undefined;
  if (path.includes("/node_modules/") && !(getSupport() as any).nodeModules) return undefined;
  let map = found.get(path);
  if (map === undefined) found.set(path, (map = read(path)));
  return map ?? undefined;
}

function read(path: string): object | null {
  const text = texts.get(path) ?? readFileTextSync(path, 0);
  const mapUrl = mapUrlOf(text);
  if (mapUrl === undefined) return null;
  try {
    const payload = JSON.parse(readMap(path, mapUrl));
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    payload.sources = payload.sources.map((source: string) => absolute(folder, (payload.sourceRoot ?? "") + source));
    payload.sourceRoot = "";
    return new sourceMap.SourceMap(payload, {
      lineLengths: text
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => line.length),
    });
  } catch {
    return null;
  }
}

function absolute(folder: string, source: string): string {
  if (/^\w+:/.test(source)) return source;
  return fileUrl(normalize(source.startsWith("/") ? source : folder + source));
}

function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

function readMap(path: string, url: string): string {
  if (url.startsWith("data:")) {
    const comma = url.indexOf(",");
    const body = url.slice(comma + 1);
    if (!url.slice(0, comma).endsWith(";base64")) return decodeURIComponent(body);
    const bytes = (Uint8Array as any).fromBase64(body);
    return utf8ToString(bytes, 0, bytes.length);
  }
  return readFileTextSync(normalize(path.slice(0, path.lastIndexOf("/") + 1) + decodeURIComponent(url)), 0);
}
