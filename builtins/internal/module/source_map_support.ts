// `module.findSourceMap()` and the switches around it: maps that files name in a `sourceMappingURL` comment.
import { fileUrl, pathOfFileUrl } from "internal:loader/file_url";
import { validateBoolean, validateObject } from "internal:validators";
import { option } from "internal:launch";
import { utf8ToString } from "native:buffer";
import { existsSync, readFileTextSync } from "native:fs";
import defer * as sourceMap from "internal:module/source_map";

let support = { enabled: false, nodeModules: false, generatedCode: false };
let isChosen = false;
const found = new Map<string, object | null>();

/** `module.getSourceMapsSupport()`. */
export function getSupport(): object {
  if (!isChosen && option("--enable-source-maps") !== undefined) support = { enabled: true, nodeModules: true, generatedCode: true };
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

const COMMENT = /\/[*/]#\s+sourceMappingURL=(?<url>[^\s]+)/g;

/** The map of a file that was named by path or URL, undefined for none. */
export function find(source: unknown): object | undefined {
  if (typeof source !== "string" || source.startsWith("node:")) return undefined;
  const isEnabled = (getSupport() as any).enabled;
  if (!isEnabled) return undefined;
  const url = /^\w+:/.test(source) ? source : fileUrl(source);
  const path = pathOfFileUrl(url);
  if (path === null || !existsSync(path)) return undefined;
  if (path.includes("/node_modules/") && !(getSupport() as any).nodeModules) return undefined;
  let map = found.get(path);
  if (map === undefined) found.set(path, (map = read(path)));
  return map ?? undefined;
}

function read(path: string): object | null {
  const text = readFileTextSync(path, 0);
  const mapUrl = [...text.matchAll(COMMENT)].at(-1)?.groups!.url;
  if (mapUrl === undefined) return null;
  try {
    const payload = JSON.parse(readMap(path, mapUrl));
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    payload.sources = payload.sources.map((source: string) => absolute(folder, (payload.sourceRoot ?? "") + source));
    payload.sourceRoot = "";
    return new sourceMap.SourceMap(payload, { lineLengths: text.replace(/\n$/, "").split("\n").map((line) => line.length) });
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
