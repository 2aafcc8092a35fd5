// Which part of a file a request asks for (RFC 9110 §14), and the head of the answer. One range is served; several, or what is no
// range, get the whole file, as the standard allows.
import { type FileSource, sizeOfFile } from "internal:web/file_source";
import { type ServerRequest } from "internal:http_server/server_request";

const RANGE = /^bytes=\s*(\d*)-(\d*)\s*$/i;

/** A part of `size` bytes: from `start` up to `end`. */
export interface Part {
  start: number;
  end: number;
}

/** The part that the field Range asks for; null: all, "none": there is no such part. */
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

/** What is sent of a file: the head without its end, and the bytes. */
export interface Answer {
  text: string;
  part: Part | "none";
}

/**
 * The answer of Bun's servers to a response with status 200 and a file as its body, whose head is `text`; null: it goes out as it
 * is. A part that the program took says which one it is.
 */
export function answerOf(request: ServerRequest, text: string, file: FileSource): Answer | null {
  if (request.isRangeSettled || request.method === "HEAD" || /\r\ncontent-range:/i.test(text)) return null;
  const isWhole = file.start === 0 && file.end === Infinity;
  if (isWhole && (request.method !== "GET" || request.header("range") === null || request.header("if-range") !== null))
    return null;
  const size = sizeOfFile(file.path);
  // Opening it says why.
  if (size === null) return null;
  if (!isWhole) {
    const part = { start: Math.min(file.start, size), end: Math.min(file.end, size) };
    return part.end <= part.start
      ? null
      : { text: `${withStatus(text, "206 Partial Content")}Content-Range: ${contentRange(part, "*")}\r\n`, part };
  }
  const part = partOf(request.header("range"), size);
  if (part === null) return null;
  const fields = `Content-Range: ${contentRange(part, size)}\r\nAccept-Ranges: bytes\r\n`;
  return part === "none"
    ? { text: `HTTP/1.1 416 Range Not Satisfiable\r\n${fields}`, part }
    : { text: withStatus(text, "206 Partial Content") + fields, part };
}

function withStatus(text: string, status: string): string {
  return `HTTP/1.1 ${status}${text.slice(text.indexOf("\r\n"))}`;
}
