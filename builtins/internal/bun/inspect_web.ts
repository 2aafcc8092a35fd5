// What `Bun.inspect` shows of objects of the web: lists of names and values, blobs, requests, responses and cookies.
import type { Formatter } from "internal:bun/inspect";
import { quoted } from "internal:bun/inspect";
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
const DESCRIPTOR = /^\/dev\/fd\/(\d+)$/;
const PLAIN_TEXT = "text/plain;charset=UTF-8";

/** Whether the object has a format of Bun's own, not that of `method`, which its class has for Node. */
export function hasOwnFormat(value: object, method: unknown): boolean {
  if (isList(value) || isBlob(value) || isRequest(value) || isResponse(value)) return true;
  return SHOWN_BY_MEMBERS.some(({ prototype }) => (prototype as { [kCustom]?: unknown })[kCustom] === method);
}

/** The text of such an object; null for others. */
export function format(value: object, formatter: Formatter): string | null {
  if (isList(value)) return list(value, formatter);
  if (isRequest(value)) return request(value, formatter);
  if (isResponse(value)) return response(value, formatter);
  if (isBlob(value)) return blob(value, formatter);
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

function list(value: object, formatter: Formatter, hidden = ""): string {
  const entries = Object.entries((value as WithJson).toJSON()).filter(([name]) => name !== hidden);
  return named(value, tagOf(value) as string, entries, formatter);
}

function named(value: object, head: string, entries: [string, unknown][], formatter: Formatter): string {
  if (entries.length === 0) return head === "FormData" ? "{}" : `${head} {}`;
  return formatter.block(
    value,
    head,
    entries.map(
      ([name, entry]) =>
        () =>
          `${quoted(name)}: ${formatter.text(entry)}${formatter.comma()}`,
    ),
  );
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

function blob(value: Blob, formatter: Formatter): string {
  const [first] = blobParts(value);
  const members: string[] = [];
  if (first instanceof FileSource) {
    const descriptor = DESCRIPTOR.exec(first.path)?.[1];
    const head = `FileRef (${descriptor === undefined ? quoted(first.path) : `fd: ${descriptor}`})`;
    return formatter.block(value, head, [() => `type: ${quoted(value.type || "application/octet-stream")}`]);
  }
  const { name } = value as { name?: unknown };
  if (typeof name === "string") members.push(`name: ${quoted(name)}`);
  if (value.type !== "") members.push(`type: ${quoted(value.type)}`);
  const head = `${tagOf(value) === "File" ? "File" : "Blob"} (${sizeOf(value.size)})`;
  if (members.length === 0) return head;
  return formatter.block(
    value,
    head,
    members.map((member) => () => member),
    ",",
  );
}

function request(value: Request, formatter: Formatter): string {
  const { body } = requestParts(value);
  const shown = body === null ? null : bodyOf(value, body, formatter);
  const members = [
    () => `method: ${quoted(value.method)},`,
    () => `url: ${quoted(value.url)},`,
    () => `headers: ${list(value.headers, formatter)}`,
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
  const members = [
    () => `ok: ${value.ok},`,
    () => `url: ${quoted(value.url)},`,
    () => `status: ${value.status},`,
    () => `statusText: ${quoted(value.statusText)},`,
    () => `headers: ${list(value.headers, formatter, isImplied ? "content-type" : "")},`,
    () => `redirected: ${value.redirected},`,
    () => `bodyUsed: ${value.bodyUsed}${shown === null ? "" : ","}`,
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
  if (bytes > 0) return { bytes, text: () => `Blob (${sizeOf(bytes)})` };
  return null;
}

const parts = new ResponseParts();
