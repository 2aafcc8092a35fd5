// The part of a file that a range request selects (RFC 9110 §14), and the head of the response. A single range is served; for several
// or an invalid one the complete file is sent, as the standard allows.
import { type FileSource, sizeOfFile } from "internal:web/file_source";
import { type ServerRequest } from "internal:http_server/server_request";

const RANGE = /^bytes=\s*(\d*)-(\d*)\s*$/i;

/** A part of `size` bytes: from `start` up to `end`. */
export interface Part {
  start: number;
  end: number;
}

/** The part that the field Range selects; null: all, "none": the range is not satisfiable. */
export function partOf(range: string | null, size: number): Part | "none" | null {
  const match = range === null ? null : RANGE.exec(range);
  if (match === null) return null;
  const [, first, last] = match;
  if (first === "") {
    if (last === "") return null;
    const length = Math.min(Number(last), size);
    return length === 0 ? "none" : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "none" : { start, end: last === "" ? size : Math.min(Number(last) + 1, size) };
}

/** The value of Content-Range. */
export function contentRange(part: Part | "none", size: number | "*"): string {
  return part === "none" ? `bytes */${size}` : `bytes ${part.start}-${part.end - 1}/${size}`;
}

/** The response for a part of a file: the head without its end, and the bytes. */
export interface PartialResponse {
  head: string;
  part: Part | "none";
}

/**
 * How Bun's servers send a response with status 200, the head `head` and a file as its body; null: it is sent unchanged. A file that the
 * program sliced is sent as that part.
 */
export function partialResponse(request: ServerRequest, head: string, file: FileSource): PartialResponse | null {
  if (request.isRangeHandled || request.method === "HEAD" || /\r\ncontent-range:/i.test(head)) return null;
  const isComplete = file.start === 0 && file.end === Infinity;
  if (
    isComplete &&
    (request.method !== "GET" || request.header("range") === null || !isCurrent(request.header("if-range"), head))
  )
    return null;
  const size = sizeOfFile(file.path);
  // Opening the file reports the error.
  if (size === null) return null;
  if (!isComplete) {
    const part = { start: Math.min(file.start, size), end: Math.min(file.end, size) };
    return part.end <= part.start
      ? null
      : { head: `${withStatus(head, "206 Partial Content")}Content-Range: ${contentRange(part, "*")}\r\n`, part };
  }
  const part = partOf(request.header("range"), size);
  if (part === null) return null;
  const fields = `Content-Range: ${contentRange(part, size)}\r\nAccept-Ranges: bytes\r\n`;
  return part === "none"
    ? { head: `HTTP/1.1 416 Range Not Satisfiable\r\n${fields}`, part }
    : { head: withStatus(head, "206 Partial Content") + fields, part };
}

/** Whether the condition If-Range allows the range: a strong entity tag or a date must be that of the response (RFC 9110 §13.1.5). */
function isCurrent(condition: string | null, head: string): boolean {
  if (condition === null) return true;
  const own = /\r\n(etag|last-modified): *([^\r]*)/gi;
  for (const [, , value] of head.matchAll(own)) if (value === condition && !condition.startsWith("W/")) return true;
  return false;
}

function withStatus(head: string, status: string): string {
  return `HTTP/1.1 ${status}${head.slice(head.indexOf("\r\n"))}`;
}
