// `module.findSourceMap()` and its settings: maps that files name in a `sourceMappingURL` comment.
import { isGranted } from "internal:core/permissions";
import { pinned, safe } from "internal:core/bootstrap";
import { fileUrl, pathOfFileUrl } from "internal:core/file_url";
import { validateBoolean, validateObject } from "internal:core/validators";
import { option } from "internal:core/launch";
import { home } from "internal:core/program";
import { utf8ToString } from "native:buffer";
import { readFileTextSync } from "native:fs";
import { readNearby } from "native:modules";
import defer * as sourceMap from "internal:core/stack/source_map";
import { PermissionKind } from "native:permissions";

let support = { enabled: false, nodeModules: false, generatedCode: false };
let isChosen = false;
const found = pinned(new Map<string, sourceMap.SourceMap | null>());
/** Source that was compiled in place of files, by their paths; recorded only while maps are enabled or coverage is measured. */
const sources = pinned(new Map<string, string>());
let isCollecting = false;

/** Records source for `mapOfSource`. */
export function collectSources(): void {
  isCollecting = true;
}

/** A map as Node's profiles of coverage have it. */
export interface CollectedMap {
  /** Of the compiled source. */
  lineLengths: number[];
  data: object;
  url: null;
}

/** The map of the source that was compiled for a path; null without one. */
export function mapOfSource(path: string): CollectedMap | null {
  const source = sources.get(path) ?? readNearby(path) ?? "";
  if (!source.includes("sourceMappingURL=")) return null;
  const map = read(path);
  return map === null ? null : { lineLengths: lineLengthsOf(source), data: map.payload, url: null };
}

/** Records source that names a map and is compiled as that of `name` (path or URL), which need not be a file. */
export function recordSource(name: string, source: string): void {
  if (!isCollecting && !getSupport().enabled) return;
  const path = name.startsWith("/") ? name : pathOfFileUrl(name);
  if (path === null) return;
  sources.set(path, source);
  found.delete(path);
}

/** `module.getSourceMapsSupport()`. */
export function getSupport(): Readonly<typeof support> {
  if (!isChosen && option("--enable-source-maps") !== undefined)
    support = { enabled: true, nodeModules: true, generatedCode: true };
  return safe.freeze({ __proto__: null, ...support });
}

/** `module.setSourceMapsSupport()`. */
export function setSupport(enabled: unknown, options: unknown = {}): void {
  validateBoolean(enabled, "enabled");
  validateObject(options, "options");
  const { nodeModules = false, generatedCode = false } = options;
  validateBoolean(nodeModules, "options.nodeModules");
  validateBoolean(generatedCode, "options.generatedCode");
  support = { enabled, nodeModules, generatedCode };
  isChosen = true;
}

// A quote behind it ends a string.
const COMMENT = /\/[*/][#@]\s+sourceMappingURL=([^\s'"]+)(?=\s|$)/g;

/** Where a frame's code comes from. */
export interface Origin {
  /** The path, or the URL of a source that is not a file. */
  file: string;
  /** Both from 1. */
  line: number;
  column: number;
  /** The source line, when the map contains it. */
  text: string | null;
}

/** The origin of a position in generated code (line and column from 1); null when source maps are disabled or have no entry. */
export function originOf(url: string, line: number, column: number): Origin | null {
  const map = find(url);
  if (map === undefined) return null;
  const { originalSource, originalLine, originalColumn } = map.findEntry(line - 1, column - 1);
  if (originalSource === undefined || originalLine === undefined) return null;
  const { sources = [], sourcesContent = [] } = map.payload as { sources?: string[]; sourcesContent?: string[] };
  const content: string | undefined = sourcesContent[sources.indexOf(originalSource)];
  return {
    file: pathOfFileUrl(originalSource) ?? originalSource,
    line: originalLine + 1,
    column: originalColumn! + 1,
    text: content?.split("\n")[originalLine] ?? null,
  };
}

/** A line of a source whose contents one of the maps has that were read so far; null for others. */
export function lineOfSource(path: string, line: number): string | null {
  const url = fileUrl(path);
  for (const map of found.values()) {
    const { sources = [], sourcesContent = [] } = (map?.payload ?? {}) as Partial<Record<string, unknown[]>>;
    const content = sourcesContent[sources.indexOf(url)];
    if (typeof content === "string") return content.split("\n")[line - 1] ?? null;
  }
  return null;
}

/** The `sourceMappingURL` of a source: its last comment of that form that is not inside a template. */
function mapUrlOf(source: string): string | undefined {
  let found: string | undefined;
  for (const match of source.matchAll(COMMENT)) {
    const ticks = source.slice(0, match.index).match(/(?<!\\)`/g)?.length ?? 0;
    if (ticks % 2 === 0) found = match[1];
  }
  return found;
}

/** The map of a file, by path or URL; undefined if there is none. */
export function find(source: unknown): sourceMap.SourceMap | undefined {
  if (typeof source !== "string" || source.startsWith("node:")) return undefined;
  const isEnabled = getSupport().enabled;
  if (!isEnabled && home() !== "bun") return undefined;
  const url = /^\w+:/.test(source) ? source : fileUrl(source);
  const path = pathOfFileUrl(url);
  if (!isEnabled) return path !== null && isBundle(path) ? mapOfFile(path) : undefined;
  if (path === null || !(sources.has(path) || (isGranted(PermissionKind.READ, path) && readNearby(path) !== null)))
    return undefined;
  if (path.includes("/node_modules/") && !getSupport().nodeModules) return undefined;
  return mapOfFile(path);
}

function mapOfFile(path: string): sourceMap.SourceMap | undefined {
  let map = found.get(path);
  if (map === undefined) found.set(path, (map = read(path)));
  return map ?? undefined;
}

/** How bundles for Bun begin. */
const BUNDLE = /^(?:#!.*\n)?\/\/ @bun\b/;
const bundles = pinned(new Map<string, boolean>());

/** Whether a file is a bundle for Bun, which applies their source maps. */
export function isBundle(path: string): boolean {
  if (path === "") return false;
  let is = bundles.get(path);
  if (is === undefined) bundles.set(path, (is = BUNDLE.test(readNearby(path) ?? "")));
  return is;
}

function read(path: string): sourceMap.SourceMap | null {
  const source = sources.get(path) ?? readNearby(path) ?? "";
  const mapUrl = mapUrlOf(source);
  if (mapUrl === undefined) return null;
  try {
    const payload = JSON.parse(readMap(path, mapUrl));
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    payload.sources = payload.sources.map((source: string) => absolute(folder, (payload.sourceRoot ?? "") + source));
    payload.sourceRoot = "";
    return new sourceMap.SourceMap(payload, { lineLengths: lineLengthsOf(source) });
  } catch {
    return null;
  }
}

function lineLengthsOf(source: string): number[] {
  const lines = source.replace(/\n$/, "").split("\n");
  return lines.map((line) => line.length);
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
    const bytes = (Uint8Array as unknown as { fromBase64(string: string): Uint8Array }).fromBase64(body);
    return utf8ToString(bytes, 0, bytes.length);
  }
  return readFileTextSync(normalize(path.slice(0, path.lastIndexOf("/") + 1) + decodeURIComponent(url)), 0);
}
