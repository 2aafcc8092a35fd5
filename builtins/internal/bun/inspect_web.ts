// What `Bun.inspect` shows of objects of the web: lists of names and values, blobs, requests, responses and cookies.
import type { Formatter } from "internal:bun/inspect";
import { quoted } from "internal:bun/inspect";
import defer * as artifacts from "internal:bun/build/artifact";
import defer * as cookieClasses from "internal:bun/cookies";
import { AbortController, AbortSignal } from "web:abort";
import { FileSource } from "internal:web/file_source";
import { Event } from "web:event";
import { EventTarget } from "web:event_target";
import { TextDecoder, TextEncoder } from "web:encoding";
import { type BodyRecord } from "web:body";
import { type Blob, blobParts, isBlob } from "web:blob";
import { encodeUtf8 } from "internal:core/utf8";
import { isRequest, type Request, requestParts } from "web:request";
import { isResponse, readResponse, type Response, ResponseParts } from "web:response";

const LISTS = new Set(["Headers", "FormData", "URLSearchParams"]);
const COOKIES = new Set(["Cookie", "CookieMap"]);
const kCustom = Symbol.for("nodejs.util.inspect.custom");
/** Classes that Bun shows with their members, where Node has formats of their own. */
const SHOWN_BY_MEMBERS: { prototype: object }[] = [
  Event,
  EventTarget,
  AbortController,
  AbortSignal,
  TextDecoder,
  TextEncoder,
];
const RESET = "\u001b[0m";
const BOLD = "\u001b[1m";
const DIM = "\u001b[2m";
const GREEN = "\u001b[32m";
const YELLOW = "\u001b[33m";
/** Bun's order of the members that classes have, where it is not that of our classes. */
const EVENT_ORDER = [
  "type",
  "target",
  "currentTarget",
  "eventPhase",
  "cancelBubble",
  "bubbles",
  "cancelable",
  "defaultPrevented",
  "composed",
  "timeStamp",
  "srcElement",
  "returnValue",
  "composedPath",
  "stopPropagation",
  "stopImmediatePropagation",
  "preventDefault",
  "initEvent",
  "NONE",
  "CAPTURING_PHASE",
  "AT_TARGET",
  "BUBBLING_PHASE",
];
const DECODER_ORDER = ["decode", "encoding", "fatal", "ignoreBOM"];
const SIGNAL_ORDER = [
  "aborted",
  "reason",
  "onabort",
  "throwIfAborted",
  "addEventListener",
  "removeEventListener",
  "dispatchEvent",
];
const DESCRIPTOR = /^\/dev\/fd\/(\d+)$/;
const PLAIN_TEXT = "text/plain;charset=UTF-8";

/** Whether the object has a format of Bun's own, not that of `method`, which its class has for Node. */
export function hasOwnFormat(value: object, method: unknown): boolean {
  if (isList(value) || isBlob(value) || isRequest(value) || isResponse(value)) return true;
  return SHOWN_BY_MEMBERS.some(({ prototype }) => (prototype as { [kCustom]?: unknown })[kCustom] === method);
}

/** The order in which Bun shows the members of an object of the web; null where it is the order of the class. */
export function orderOf(value: object): readonly string[] | null {
  if (value instanceof Event) return EVENT_ORDER;
  if (value instanceof TextDecoder) return DECODER_ORDER;
  return value instanceof AbortSignal ? SIGNAL_ORDER : null;
}

/** The text of such an object; null for others. */
export function format(value: object, formatter: Formatter): string | null {
  if (isList(value)) return list(value, formatter);
  if (isRequest(value)) return request(value, formatter);
  if (isResponse(value)) return response(value, formatter);
  if (isBlob(value)) return artifact(value, formatter) ?? blob(value, formatter);
  if (!COOKIES.has(value.constructor?.name)) return null;
  if (value instanceof cookieClasses.Cookie) return cookie(value, formatter);
  return value instanceof cookieClasses.CookieMap ? cookieMap(value, formatter) : null;
}

function tagOf(value: object): unknown {
  return (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
}

function isList(value: object): boolean {
  const tag = tagOf(value);
  return typeof tag === "string" && LISTS.has(tag) && value.constructor?.name === tag && "append" in value;
}

type WithJson = { toJSON(): Record<string, unknown> };

function list(value: object, formatter: Formatter, hidden = "", isTooDeep = formatter.isTooDeep): string {
  const tag = tagOf(value) as string;
  if (isTooDeep && tag === "Headers") return `${tag} ${formatter.hidden("Object")}`;
  if (isTooDeep)
    return formatter.hidden(
      tag === "FormData" && (value as { keys(): Iterator<string> }).keys().next().done ? "Object" : tag,
    );
  const entries = Object.entries((value as WithJson).toJSON()).filter(([name]) => name !== hidden);
  return named(value, tag, entries, formatter);
}

function named(value: object, head: string, entries: [string, unknown][], formatter: Formatter): string {
  const shown = head === "Headers" && formatter.colors ? `${RESET}${head}` : head;
  if (entries.length === 0) return head === "FormData" ? "{}" : `${shown} {}`;
  const isForm = head === "FormData";
  const members = entries.map(([name, entry]) => () => {
    const text = isForm && isBlob(entry) ? formEntry(entry, formatter) : formatter.member(entry);
    return formatter.quotedKey(name) + text + (formatter.isCompact ? "" : formatter.comma());
  });
  return formatter.block(value, shown, members, formatter.isCompact ? formatter.comma() : "", formatter.isCompact);
}

/** A file in a form: a blob that became one has no name of its own. */
function formEntry(value: Blob, formatter: Formatter): string {
  return blob(value, formatter, (value as { name?: unknown }).name === "blob");
}

function cookie(value: object, formatter: Formatter): string {
  const entries = Object.entries((value as WithJson).toJSON()).filter(([, entry]) => entry !== undefined);
  return named(value, "[Object: null prototype]", entries, formatter);
}

function cookieMap(value: object, formatter: Formatter): string {
  const entries = Object.entries((value as WithJson).toJSON());
  return entries.length === 0 ? "{}" : named(value, "", entries, formatter).trimStart();
}

function sizeOf(bytes: number): string {
  return bytes === 0 ? "0 KB" : bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(2)} KB`;
}

/** `key: value`, where the key is that of a blob, or of a message with `reset`. */
function pair(key: string, value: string, formatter: Formatter, reset = RESET): string {
  return formatter.colors ? `${reset}${key}${DIM}:${RESET} ${value}` : `${key}: ${value}`;
}

function green(text: string, formatter: Formatter): string {
  return formatter.colors ? `${GREEN}${quoted(text)}${RESET}` : quoted(text);
}

/** The class of a blob and its size. */
function sized(name: string, bytes: number, formatter: Formatter): string {
  const size = sizeOf(bytes);
  return formatter.colors ? `${RESET}${name}${RESET} (${YELLOW}${size}${RESET})` : `${name} (${size})`;
}

/** An output of `Bun.build`; null for other blobs. */
function artifact(value: Blob, formatter: Formatter): string | null {
  if (tagOf(value) !== "BuildArtifact" || !artifacts.isArtifact(value)) return null;
  const { path, loader, kind, hash, sourcemap } = value;
  const members = Object.entries({ path, loader, kind, ...(hash === null ? {} : { hash }) }).map(
    ([name, text]) =>
      () =>
        pair(name, green(text, formatter), formatter) + formatter.comma(),
  );
  members.push(() => blob(value, formatter) + (kind === "sourcemap" ? "" : formatter.comma()));
  if (kind !== "sourcemap")
    members.push(() =>
      pair("sourcemap", sourcemap === null ? formatter.member(null) : artifact(sourcemap, formatter)!, formatter),
    );
  return formatter.block(value, `BuildArtifact (${kind})`, members);
}

function blob(value: Blob, formatter: Formatter, isNameless = false): string {
  const [first] = blobParts(value);
  const members: string[] = [];
  const add = (key: string, shown: string): void => void members.push(pair(key, shown, formatter, ""));
  if (first instanceof FileSource) {
    const descriptor = DESCRIPTOR.exec(first.path)?.[1];
    const head = `FileRef (${descriptor === undefined ? quoted(first.path) : `fd: ${descriptor}`})`;
    add("type", green(value.type || "application/octet-stream", formatter));
    return formatter.block(value, head, [() => members[0]!]);
  }
  const isFile = tagOf(value) === "File";
  const { name, lastModified } = value as { name?: unknown; lastModified?: unknown };
  if (typeof name === "string" && !isNameless) add("name", green(name, formatter));
  if (value.type !== "") add("type", green(value.type, formatter));
  if (isFile && !isNameless)
    add("lastModified", formatter.colors ? `${YELLOW}${String(lastModified)}${RESET}` : String(lastModified));
  const head = sized(isFile ? "File" : "Blob", value.size, formatter);
  if (members.length === 0) return head;
  const separator = formatter.colors ? formatter.comma() : ",";
  return formatter.block(
    value,
    head,
    members.map((member) => () => member),
    separator,
  );
}

/** A text in quotes whose inner part is bold. */
function bold(text: string, formatter: Formatter, before: string, inside: string): string {
  if (!formatter.colors) return quoted(text);
  return `${before}"${inside}${BOLD}${text}${RESET}"`;
}

function request(value: Request, formatter: Formatter): string {
  const { body } = requestParts(value);
  const shown = body === null ? null : bodyOf(value, body, formatter);
  const comma = (): string => formatter.comma();
  const { isTooDeep } = formatter;
  const members = [
    () => pair("method", quoted(value.method), formatter) + comma(),
    () => pair("url", bold(value.url, formatter, "", ""), formatter) + comma(),
    () => pair("headers", list(value.headers, formatter, "", isTooDeep), formatter),
  ];
  if (shown !== null) members.push(shown.text);
  return formatter.block(value, `Request (${sizeOf(shown?.bytes ?? 0)})`, members);
}

function response(value: Response, formatter: Formatter): string {
  readResponse(value, parts);
  const { body, headers, contentType } = parts;
  // The type that a string implies is not shown.
  const isImplied = contentType === PLAIN_TEXT && !headers?.has("content-type");
  const shown = body === null ? null : bodyOf(value, body, formatter);
  const comma = (): string => formatter.comma();
  const { isTooDeep } = formatter;
  const hidden = isImplied ? "content-type" : "";
  const members = [
    () => pair("ok", formatter.text(value.ok), formatter) + comma(),
    () => pair("url", bold(value.url, formatter, "", RESET), formatter) + comma(),
    () => pair("status", formatter.text(value.status), formatter) + comma(),
    () => pair("statusText", bold(value.statusText, formatter, RESET, ""), formatter) + comma(),
    () => pair("headers", list(value.headers, formatter, hidden, isTooDeep), formatter) + comma(),
    () => pair("redirected", formatter.text(value.redirected), formatter) + comma(),
    () => pair("bodyUsed", formatter.text(value.bodyUsed), formatter) + (shown === null ? "" : comma()),
  ];
  if (shown !== null) members.push(shown.text);
  const bytes = shown?.bytes ?? 0;
  // A file that does not exist has no size.
  const isMissing = bytes === 0 && isBlob(body) && blobParts(body)[0] instanceof FileSource;
  return formatter.block(value, isMissing ? "Response" : `Response (${sizeOf(bytes)})`, members);
}

/** A body that is shown after the other members. */
interface ShownBody {
  bytes: number;
  text(): string;
}

/** How a body is shown; null for an empty one, and for one that arrives from the network. */
function bodyOf(
  message: Request | Response,
  body: ResponseParts["body"] | BodyRecord,
  formatter: Formatter,
): ShownBody | null {
  const source = body !== null && typeof body === "object" && "source" in body ? (body as BodyRecord).source : body;
  if (isBlob(source)) return { bytes: source.size, text: () => blob(source, formatter) };
  const bytes =
    typeof source === "string" ? encodeUtf8(source).length : source instanceof Uint8Array ? source.length : -1;
  if (bytes > 0) return { bytes, text: () => sized("Blob", bytes, formatter) };
  return null;
}

const parts = new ResponseParts();
