// What Deno's console shows of objects of the web: chosen members, in their order. https://docs.deno.com/api/web/console
import { isError } from "internal:core/util/inspect/errors";
import { stackOf } from "internal:core/stack/stack";

const kCustom = Symbol.for("nodejs.util.inspect.custom");
/** What `membersOf` returns has it. */
const kMembers = Symbol("members");

const REQUEST = ["bodyUsed", "headers", "method", "redirect", "url"];
const RESPONSE = ["body", "bodyUsed", "headers", "ok", "redirected", "status", "statusText", "url"];
const EVENT = [
  "bubbles",
  "cancelable",
  "composed",
  "currentTarget",
  "defaultPrevented",
  "eventPhase",
  "srcElement",
  "target",
  "returnValue",
  "timeStamp",
  "type",
];
const URL_MEMBERS = [
  "href",
  "origin",
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "hash",
  "search",
];

const PERFORMANCE_ENTRY = ["name", "entryType", "startTime", "duration", "detail"];
const WEB_SOCKET = [
  "url",
  "readyState",
  "extensions",
  "protocol",
  "binaryType",
  "bufferedAmount",
  "onmessage",
  "onerror",
  "onclose",
  "onopen",
];

/** The members by the tag of the class. */
const MEMBERS: Record<string, string[]> = {
  AbortController: ["signal"],
  AbortSignal: ["aborted", "reason", "onabort"],
  Blob: ["size", "type"],
  BroadcastChannel: ["name", "onmessage", "onmessageerror"],
  ByteLengthQueuingStrategy: ["highWaterMark", "size"],
  CloseEvent: [...EVENT, "wasClean", "code", "reason"],
  CountQueuingStrategy: ["highWaterMark", "size"],
  Crypto: ["subtle"],
  CustomEvent: [...EVENT, "detail"],
  ErrorEvent: [...EVENT, "message", "filename", "lineno", "colno", "error"],
  Event: EVENT,
  File: ["name", "size", "type"],
  FileReader: ["error", "readyState", "result"],
  MessageEvent: [...EVENT, "data", "origin", "lastEventId"],
  PerformanceMark: PERFORMANCE_ENTRY,
  PerformanceMeasure: PERFORMANCE_ENTRY,
  ProgressEvent: [...EVENT, "lengthComputable", "loaded", "total"],
  PromiseRejectionEvent: [...EVENT, "promise", "reason"],
  ReadableByteStreamController: ["desiredSize"],
  ReadableStream: ["locked", "state", "supportsBYOB"],
  ReadableStreamBYOBReader: ["closed"],
  ReadableStreamDefaultController: ["desiredSize"],
  ReadableStreamDefaultReader: ["closed"],
  Request: REQUEST,
  Response: RESPONSE,
  TextEncoder: ["encoding"],
  TransformStream: ["readable", "writable"],
  TransformStreamDefaultController: ["desiredSize"],
  URL: URL_MEMBERS,
  WebSocket: WEB_SOCKET,
  WritableStream: ["locked"],
  WritableStreamDefaultController: ["signal"],
  WritableStreamDefaultWriter: ["closed", "desiredSize", "ready"],
};

/** An object with the class of `value` whose own members are those that are shown; null for an object without such a list. The text itself of a `DOMException`. */
export function membersOf(value: object): object | string | null {
  if (Object.hasOwn(value, kMembers)) return value;
  const tag = (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
  if (tag === "DOMException" && isError(value)) return String(stackOf(value));
  if (typeof tag !== "string" || !Object.hasOwn(MEMBERS, tag) || Object.hasOwn(value, Symbol.toStringTag)) return null;
  const prototype = Object.getPrototypeOf(value) as object | null;
  // The class itself has such a tag too, and programs may use the names.
  if (prototype === null || Object.hasOwn(value, "constructor")) return null;
  if (typeof (value as { [kCustom]?: unknown })[kCustom] !== "function" && !isOfGlobalClass(value, tag)) return null;
  const shown: Record<string, unknown> = Object.create(prototype);
  // An instance of a derived class is not marked with the tag.
  Object.defineProperty(shown, Symbol.toStringTag, { value: "" });
  Object.defineProperty(shown, kMembers, { value: true });
  const inner = tag === "ReadableStream" ? describedMembers(value) : null;
  for (const name of MEMBERS[tag]!) {
    let member = inner !== null && name in inner ? inner[name] : (value as Record<string, unknown>)[name];
    if (name === "body" && typeof member === "object" && member !== null) member = bodyMembers(member);
    Object.defineProperty(shown, name, { value: member, enumerable: true, configurable: true });
  }
  return shown;
}

/** Whether it is an instance of the global class that has the tag as its name. */
function isOfGlobalClass(value: object, tag: string): boolean {
  const global = (globalThis as unknown as Record<string, unknown>)[tag];
  return typeof global === "function" && value instanceof global;
}

/** The members of the stream of a body, which has no byte controller in Deno. */
function bodyMembers(stream: object): unknown {
  const members = membersOf(stream);
  return typeof members === "object" && members !== null
    ? Object.defineProperty(members, "supportsBYOB", { value: false })
    : stream;
}

/** The state of a stream, which only its description for Node has. */
function describedMembers(value: object): Record<string, unknown> {
  const text = String((value as { [kCustom](depth: number, options: object): unknown })[kCustom](1, { depth: 1 }));
  const state = /state: ["'](\w+)["']/.exec(text)?.[1] ?? "readable";
  return { state, supportsBYOB: text.includes("supportsBYOB: true") };
}
