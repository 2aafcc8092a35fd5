// What Deno's console shows of objects of the web: chosen members, in their order. https://docs.deno.com/api/web/console
const kCustom = Symbol.for("nodejs.util.inspect.custom");

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

/** The members by the tag of the class. */
const MEMBERS: Record<string, string[]> = {
  AbortController: ["signal"],
  AbortSignal: ["aborted", "reason", "onabort"],
  Blob: ["size", "type"],
  Event: EVENT,
  File: ["name", "size", "type"],
  ReadableStream: ["locked", "state", "supportsBYOB"],
  Request: REQUEST,
  Response: RESPONSE,
  TextEncoder: ["encoding"],
  TransformStream: ["readable", "writable"],
  URL: URL_MEMBERS,
  WritableStream: ["locked"],
};

/** An object with the class of `value` whose own members are those that are shown; null for an object without such a list. */
export function membersOf(value: object): object | null {
  const tag = (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
  if (typeof tag !== "string" || !Object.hasOwn(MEMBERS, tag) || Object.hasOwn(value, Symbol.toStringTag)) return null;
  const prototype = Object.getPrototypeOf(value) as object | null;
  // The class itself has such a tag too, and programs may use the names.
  if (prototype === null || Object.hasOwn(value, "constructor")) return null;
  if (typeof (value as { [kCustom]?: unknown })[kCustom] !== "function" && tag !== "TextEncoder") return null;
  const shown: Record<string, unknown> = Object.create(prototype);
  const inner = tag === "ReadableStream" ? describedMembers(value) : null;
  for (const name of MEMBERS[tag]!) {
    const member = inner !== null && name in inner ? inner[name] : (value as Record<string, unknown>)[name];
    Object.defineProperty(shown, name, { value: member, enumerable: true, configurable: true });
  }
  return shown;
}

/** The state of a stream, which only its description for Node has. */
function describedMembers(value: object): Record<string, unknown> {
  const text = String((value as { [kCustom](depth: number, options: object): unknown })[kCustom](1, { depth: 1 }));
  const state = /state: ["'](\w+)["']/.exec(text)?.[1] ?? "readable";
  return { state, supportsBYOB: text.includes("supportsBYOB: true") };
}
