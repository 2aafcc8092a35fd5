// Routes of `Bun.serve` that are a Response: a copy is sent for each request, with an ETag for conditional requests
// (RFC 9110 §13.1.2).
import { hash } from "internal:bun/hash";
import { isBlob, bytesInMemory } from "web:blob";
import { TEXT_TYPE } from "web:body";
import { readResponse, Response, ResponseParts } from "web:response";
import { type ServerRequest } from "internal:http_server/server_request";
import { Headers } from "web:headers";

/** What is cached of a route's response. */
interface Known {
  /** The ETag; null when the body is empty or not in memory. */
  tag: string | null;
  /** The content type to send for a string without one. */
  type: string | null;
}

const known = new WeakMap<Response, Known>();
const parts = new ResponseParts();

/** A copy of the route's response, or 304 when the client has the current one. */
export function staticResponse(response: Response, request: ServerRequest): Response {
  let facts = known.get(response);
  if (facts === undefined) known.set(response, (facts = factsOf(response)));
  if (facts.tag === null) return response.clone();
  const isRead = request.method === "GET" || request.method === "HEAD";
  const isUnchanged = response.status === 200 && isRead && isKnown(request.header("if-none-match"), facts.tag);
  const sent = isUnchanged
    ? new Response(null, { status: 304, headers: new Headers(response.headers) })
    : response.clone();
  sent.headers.set("etag", facts.tag);
  if (facts.type !== null) sent.headers.set("content-type", facts.type);
  return sent;
}

function factsOf(response: Response): Known {
  // Before reading `headers`, which adds the guessed type to them.
  readResponse(response, parts);
  const { body, contentType, headers } = parts;
  const type = contentType === TEXT_TYPE && !headers?.has("content-type") ? "text/plain;charset=utf-8" : null;
  const own = response.headers.get("etag");
  if (own !== null) return { tag: own, type };
  const bytes = isBlob(body) ? bytesInMemory(body) : body;
  if (typeof bytes !== "string" && !(bytes instanceof Uint8Array)) return { tag: null, type };
  return { tag: `"${hash.xxHash64(bytes).toString(16).padStart(16, "0")}"`, type };
}

// Weak comparison; quotes may be missing, as Bun allows.
function isKnown(field: string | null, tag: string): boolean {
  if (field === null) return false;
  const plain = (text: string): string => text.trim().replace(/^W\//, "").replace(/^"|"$/g, "");
  return field.trim() === "*" || field.split(",").some((one) => plain(one) === plain(tag));
}
