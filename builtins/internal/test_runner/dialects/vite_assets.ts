// What Vite makes of files that are no modules, in suites of Vitest: style sheets are empty, other assets are their URLs,
// `?raw` is the source. https://vite.dev/guide/assets
import { pathOfFileUrl } from "internal:core/file_url";
import defer * as crypto from "internal:node/crypto";
import defer * as fs from "internal:node/fs";
import defer * as buffers from "internal:node/buffer";

const STYLE = /\.(?:css|scss|sass|less|styl|stylus|pcss|postcss)$/;
const MODULE_STYLE = /\.module\.\w+$/;
const ASSET =
  /\.(?:apng|bmp|png|jpe?g|jfif|pjpeg|pjp|gif|svg|ico|webp|avif|cur|jxl|mp4|webm|ogg|mp3|wav|flac|aac|opus|mov|m4a|vtt|woff2?|eot|ttf|otf|webmanifest|pdf|txt)$/;
const QUERY = /[?&](raw|url|inline)(?=&|$)/;
/** Smaller images of this kind are in their URL. */
const INLINE_BYTES_MAX = 4096;

/** The name without its query, and what the query asks for ("" for nothing). */
export function splitQuery(name: string): [plain: string, query: string] {
  const query = QUERY.exec(name)?.[1];
  return query === undefined ? [name, ""] : [name.replace(/\?.*$/, ""), query];
}

/** Whether a file with that query is no module. */
export function isAsset(path: string, query: string): boolean {
  return query === "raw" || query === "url" || STYLE.test(path) || ASSET.test(path);
}

/** What the module of an asset exports as its default. */
export function assetValue(path: string, query: string, root: string): unknown {
  if (STYLE.test(path) && query !== "url")
    return MODULE_STYLE.test(path) && query === "" ? namesOf(hashOf(path, root)) : "";
  if (query === "raw") return fs.default.readFileSync(path, "utf8");
  return urlOf(path, root);
}

const HASH_CHARACTERS = 6;

/** What the names of a style sheet's classes end with (`css.modules.classNameStrategy`: "stable"). */
function hashOf(path: string, root: string): string {
  const name = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  return crypto.default.createHash("sha1").update(name).digest("hex").slice(0, HASH_CHARACTERS);
}

/** The classes of a style sheet, which is not read: each name that is asked for exists. */
function namesOf(hash: string): object {
  return new Proxy(Object.create(null) as object, { get: (_target, name) => `_${String(name)}_${hash}` });
}

function urlOf(path: string, root: string): string {
  if (path.endsWith(".svg")) {
    const source = fs.default.readFileSync(path, "utf8") as string;
    if (source.length < INLINE_BYTES_MAX) return dataUrl(source);
  }
  return path.startsWith(`${root}/`) ? path.slice(root.length) : `/@fs${path}`;
}

const ESCAPED: Record<string, string> = { '"': "'", "%": "%25", "#": "%23", "<": "%3c", ">": "%3e" };

function dataUrl(source: string): string {
  if (/<(?:text|foreignObject)/.test(source))
    return `data:image/svg+xml;base64,${buffers.Buffer.from(source).toString("base64")}`;
  const text = source.trim().replaceAll(/>\s+</g, "><");
  return `data:image/svg+xml,${text.replaceAll(/["%#<>]/g, (character) => ESCAPED[character]!).replaceAll(/\s+/g, "%20")}`;
}

/** The source of an asset's module; `name` is its query, a colon, and its URL. */
export function sourceOfAsset(name: string, root: string): string {
  const end = name.indexOf(":");
  const query = name.slice(0, end);
  const path = pathOfFileUrl(name.slice(end + 1))!;
  if (MODULE_STYLE.test(path) && STYLE.test(path) && query === "")
    return `export default new Proxy(Object.create(null), { get: (_target, name) => "_" + String(name) + "_${hashOf(path, root)}" });`;
  return `export default ${JSON.stringify(assetValue(path, query, root))};`;
}
