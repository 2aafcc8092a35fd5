// Relative references against plain `http(s)` URLs (internal:web/usual_url): the path of a request, `./x`, `../x`, `x`,
// `?x` and `#x`. The native parser handles all others.
import { UrlPart, UrlPosition, UrlScheme } from "native:url";
import { parsePath, parseUsual } from "internal:web/usual_url";

const CODE_HASH = 0x23;
const CODE_DOT = 0x2e;
const CODE_SLASH = 0x2f;
const CODE_COLON = 0x3a;
const CODE_QUESTION = 0x3f;
const CODE_BACKSLASH = 0x5c;

const baseParts = new Uint32Array(9);
// The last base and its parts: programs resolve many references against one base.
let base = "";
let isPlainBase = false;
/** The base up to its path. */
let origin = "";
/** The base up to the last slash of its path, and that slash. */
let folder = "";
/** The base without query and fragment. */
let resource = "";
/** The base without fragment. */
let document = "";

/**
 * The URL of the reference `text` against `baseText`, with its parts in `parts`, when both are plain; null when the native parser
 * must decide.
 */
export function resolvePlain(text: string, baseText: string, parts: Uint32Array): string | null {
  if (baseText !== base) readBase(baseText);
  if (!isPlainBase) return null;
  const url = join(text);
  if (url === null) return null;
  // Paths of files may begin with drive letters.
  if (url === text || baseParts[UrlPart.SCHEME] === UrlScheme.FILE) return parseUsual(url, parts);
  for (let part = 0; part < baseParts.length; part++) parts[part] = baseParts[part]!;
  return parsePath(url, parts, baseParts[UrlPart.PATHNAME_START]!);
}

function readBase(text: string): void {
  base = text;
  isPlainBase = true;
  // An origin alone is the most common base.
  const whole = parseUsual(text, baseParts) ?? (hasPath(text) ? null : parseUsual(text + "/", baseParts));
  if (whole === null) {
    isPlainBase = false;
    return;
  }
  const search = baseParts[UrlPart.SEARCH_START]!;
  const hash = baseParts[UrlPart.HASH_START]!;
  document = hash === UrlPosition.OMITTED ? whole : whole.slice(0, hash);
  resource = search === UrlPosition.OMITTED ? document : whole.slice(0, search);
  origin = whole.slice(0, baseParts[UrlPart.PATHNAME_START]);
  folder = resource.slice(0, resource.lastIndexOf("/") + 1);
}

/** Whether something follows the authority, to which a slash cannot be appended. */
function hasPath(text: string): boolean {
  for (let index = 8; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === CODE_SLASH || code === CODE_QUESTION || code === CODE_HASH) return true;
  }
  return false;
}

function join(text: string): string | null {
  if (text.length === 0) return null;
  switch (text.charCodeAt(0)) {
    case CODE_SLASH: {
      const next = text.length === 1 ? 0 : text.charCodeAt(1);
      return next === CODE_SLASH || next === CODE_BACKSLASH ? null : origin + text;
    }
    case CODE_QUESTION:
      return resource + text;
    case CODE_HASH:
      return document + text;
    case CODE_DOT:
      return joinDots(text);
    default:
      return hasColon(text) ? text : folder + text;
  }
}

/** Resolves `./` and `../` at the start; the parser resolves those after them. */
function joinDots(text: string): string | null {
  let start = 0;
  let parent = folder;
  while (text.charCodeAt(start) === CODE_DOT) {
    if (text.charCodeAt(start + 1) === CODE_SLASH) start += 2;
    else if (text.charCodeAt(start + 1) === CODE_DOT && text.charCodeAt(start + 2) === CODE_SLASH) {
      start += 3;
      if (parent.length > origin.length + 1) parent = parent.slice(0, parent.lastIndexOf("/", parent.length - 2) + 1);
    } else return null;
  }
  return parent + text.slice(start);
}

/** Whether a colon is in the first segment, which may make it a scheme. */
function hasColon(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === CODE_COLON) return true;
    if (code === CODE_SLASH || code === CODE_QUESTION || code === CODE_HASH) return false;
  }
  return false;
}
