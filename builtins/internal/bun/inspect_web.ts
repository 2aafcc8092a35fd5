// What `Bun.inspect` shows of objects of the web: lists of names and values, blobs, requests and responses.
import type { Formatter } from "internal:bun/inspect";
import { quoted } from "internal:bun/inspect";
import { isRequest, type Request } from "web:request";
import { isResponse, readResponse, type Response, ResponseParts } from "web:response";
import { encodeUtf8 } from "internal:core/utf8";
import { isBlob, type Blob } from "web:blob";

const LISTS = new Set(["Headers", "FormData", "URLSearchParams"]);

/** Whether the object has a format of Bun's own, not the one that its class has for Node. */
export function hasOwnFormat(value: object): boolean {
  return isList(value) || isBlob(value) || isRequest(value) || isResponse(value);
}

/** The text of such an object; null for others. */
export function format(value: object, formatter: Formatter): string | null {
  if (isList(value)) return list(value as Iterable<[string, unknown]>, formatter);
  if (isRequest(value)) return request(value, formatter);
  if (isResponse(value)) return response(value, formatter);
  return isBlob(value) ? blob(value, formatter) : null;
}

function tagOf(value: object): unknown {
  return (value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
}

function isList(value: object): boolean {
  const tag = tagOf(value);
  return typeof tag === "string" && LISTS.has(tag) && value.constructor?.name === tag && "append" in value;
}

function list(value: Iterable<[string, unknown]>, formatter: Formatter, inner = "  "): string {
  const line = formatter.newLine();
  let text = "";
  for (const [name, entry] of value)
    text += `${line}${inner}${quoted(name)}: ${formatter.text(entry)}${formatter.comma()}`;
  const tag = tagOf(value) as string;
  return text === "" ? `${tag} {}` : `${tag} {${text}${line}${inner.slice(2)}}`;
}

function sizeOf(bytes: number): string {
  return bytes === 0 ? "0 KB" : bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(2)} KB`;
}

/** Lines of an object, without a comma after the last. */
function lines(head: string, members: string[], formatter: Formatter): string {
  const line = formatter.newLine();
  return `${head} {${members.map((member) => `${line}  ${member}`).join("")}${line}}`;
}

function blob(value: Blob, formatter: Formatter): string {
  const { name } = value as { name?: unknown };
  const members: string[] = [];
  if (typeof name === "string") members.push(`name: ${quoted(name)}${value.type === "" ? "" : ","}`);
  if (value.type !== "") members.push(`type: ${quoted(value.type)}`);
  const head = `${tagOf(value) === "File" ? "File" : "Blob"} (${sizeOf(value.size)})`;
  return members.length === 0 ? head : lines(head, members, formatter);
}

function request(value: Request, formatter: Formatter): string {
  const members = [
    `method: ${quoted(value.method)},`,
    `url: ${quoted(value.url)},`,
    `headers: ${list(value.headers as Iterable<[string, unknown]>, formatter, "    ")}`,
  ];
  return lines(`Request (${sizeOf(0)})`, members, formatter);
}

function response(value: Response, formatter: Formatter): string {
  readResponse(value, parts);
  const { body } = parts;
  // Bun does not show the content type that a body implies as a header.
  const headers =
    parts.headers === null ? "Headers {}" : list(value.headers as Iterable<[string, unknown]>, formatter, "    ");
  const bytes = sizeOfBody(body);
  const members = [
    `ok: ${value.ok},`,
    `url: ${quoted(value.url)},`,
    `status: ${value.status},`,
    `statusText: ${quoted(value.statusText)},`,
    `headers: ${headers},`,
    `redirected: ${value.redirected},`,
    `bodyUsed: ${value.bodyUsed}${bytes === 0 ? "" : ","}`,
  ];
  if (bytes > 0) members.push(`Blob (${sizeOf(bytes)})`);
  return lines(`Response (${sizeOf(bytes)})`, members, formatter);
}

const parts = new ResponseParts();

/** The size of a body that is in memory; else 0. */
function sizeOfBody(body: ResponseParts["body"]): number {
  if (typeof body === "string") return encodeUtf8(body).length;
  if (body instanceof Uint8Array) return body.length;
  return isBlob(body) ? body.size : 0;
}
