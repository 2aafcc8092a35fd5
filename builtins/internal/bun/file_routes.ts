// Routes of `Bun.serve` that are a file, or a Response with one: with Last-Modified, conditional requests (RFC 9110 §13.1) and
// range requests (§14).
import fs from "internal:node/fs";
import { type Blob, blobParts, isBlob } from "web:blob";
import { readResponse, Response, ResponseParts } from "web:response";
import { Headers } from "web:headers";
import { FileSource } from "internal:web/file_source";
import { contentRange, partOf } from "internal:http_server/file_ranges";
import { type ServerRequest } from "internal:http_server/server_request";

const parts = new ResponseParts();

/** The file that a route is or has as its body, or null. */
export function fileOfRoute(target: unknown): Blob | null {
  let body: unknown = target;
  if (!isBlob(target)) {
    readResponse(target as Response, parts);
    ({ body } = parts);
  }
  return isBlob(body) && sourceOf(body) !== null ? body : null;
}

function sourceOf(blob: Blob): FileSource | null {
  const [first, second] = blobParts(blob);
  return first instanceof FileSource && second === undefined ? first : null;
}

/** The response of such a route; null when there is no such file. `given`: the route's Response. */
export function fileResponse(file: Blob, given: Response | null, request: ServerRequest): Response | null {
  const source = sourceOf(file)!;
  const stats = fs.statSync(source.path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile()) return null;
  request.isRangeHandled = true;
  const headers = new Headers(given === null ? {} : given.headers);
  if (!headers.has("content-type") && file.type !== "") headers.set("content-type", file.type);
  if (!headers.has("last-modified")) headers.set("last-modified", new Date(stats.mtimeMs).toUTCString());
  const status = given === null ? 200 : given.status;
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (status !== 200 || !isRead) return new Response(file, { status, headers });
  const refusal = refusalOf(request, headers);
  if (refusal !== 0) return new Response(null, { status: refusal, headers });
  const size = Math.max(0, Math.min(source.end, stats.size) - source.start);
  const part = isRangeWanted(request, headers) ? partOf(request.header("range"), size) : null;
  if (part === null) return new Response(file, { headers });
  headers.set("content-range", contentRange(part, size));
  headers.set("accept-ranges", "bytes");
  return part === "none"
    ? new Response(null, { status: 416, headers })
    : new Response(file.slice(part.start, part.end), { status: 206, headers });
}

/** 304 or 412 when the request's conditions require it, else 0. */
function refusalOf(request: ServerRequest, headers: Headers): number {
  const modified = secondsOf(headers.get("last-modified"));
  const tags = request.header("if-none-match");
  if (tags !== null) {
    const own = headers.get("etag");
    return tags.trim() === "*" ||
      (own !== null && tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === own.replace(/^W\//, "")))
      ? 304
      : 0;
  }
  // An invalid date is NaN, and no comparison holds.
  if (modified > secondsOf(request.header("if-unmodified-since"))) return 412;
  return modified <= secondsOf(request.header("if-modified-since")) ? 304 : 0;
}

/** If-Range: a client can use the range only when its stored part is still current. */
function isRangeWanted(request: ServerRequest, headers: Headers): boolean {
  const condition = request.header("if-range");
  if (condition === null) return true;
  return condition === headers.get("etag") || secondsOf(condition) === secondsOf(headers.get("last-modified"));
}

function secondsOf(date: string | null): number {
  return date === null ? NaN : Math.floor(Date.parse(date) / 1000);
}
