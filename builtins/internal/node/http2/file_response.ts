// Responses with the content of a file: `respondWithFD`, `respondWithFile`. The file is read in chunks, each when the previous one was
// sent. https://nodejs.org/api/http2.html#http2streamrespondwithfdfd-headers-options
import {
  ERR_HTTP2_INVALID_STREAM,
  ERR_HTTP2_PAYLOAD_FORBIDDEN,
  ERR_HTTP2_SEND_FILE,
  ERR_HTTP2_SEND_FILE_NOSEEK,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
} from "internal:core/errors";
import { INTERNAL_ERROR } from "internal:node/http2/codes";
import { debugStream, isDebugging } from "internal:node/http2/debug";
import { type FieldList, type HeaderFields, OF_RESPONSE, listOf } from "internal:node/http2/fields";
import { NghttpError } from "internal:node/http2/nghttp_error";
import {
  completeObject,
  isWithoutContent,
  type ResponseOptions,
  type ServerHttp2Stream,
} from "internal:node/http2/server_stream";
import { checkObject } from "internal:node/http2/settings";
import { HAS_TRAILERS, HEADERS_SENT } from "internal:node/http2/stream_state";
import {
  kHandle,
  kId,
  kMaybeDestroy,
  kSentHeaders,
  kSession,
  kState,
  kStrictSingleValueFields,
  kUpdateTimer,
} from "internal:node/http2/symbols";
import { Buffer } from "internal:node/buffer";
import defer * as fileHandles from "internal:node/fs/file_handle";
import defer * as fs from "internal:node/fs";
import { Http2MessageFlags } from "native:http2";

const CHUNK_BYTES = 64 * 1024;

/** Options of a response with a file. */
export interface FileOptions extends ResponseOptions {
  offset?: number;
  length?: number;
  onError?(error: unknown): void;
  statCheck?(this: ServerHttp2Stream, stat: Stats, headers: HeaderFields, range?: Range): unknown;
}

interface Range {
  offset: number;
  length: number;
}
interface Stats {
  size: number;
  isFile(): boolean;
  isDirectory(): boolean;
}
interface Response {
  headers: HeaderFields;
  options: FileOptions;
  flags: number;
}

/** See `ServerHttp2Stream.respondWithFD`. */
export function respondWithDescriptor(
  stream: ServerHttp2Stream,
  fd: any,
  headers: HeaderFields | undefined,
  options: FileOptions | undefined,
): void {
  const given = readOptions(stream, options);
  if (typeof fd !== "number") {
    if (!fileHandles.FileHandle.isFileHandle(fd)) throw new ERR_INVALID_ARG_TYPE("fd", ["number", "FileHandle"], fd);
    fd = fd.fd;
  }
  if (isDebugging()) debugStream(stream, "initiating response from fd");
  stream[kUpdateTimer]();
  const response = prepare(stream, headers, given);
  if (given.options.statCheck === undefined) {
    send(stream, fd, false, response, given.options.offset ?? 0, given.options.length ?? -1);
    return;
  }
  fs.default.fstat(fd, (error: Error | null, stat: Stats) => {
    if (error) stream.destroy(error);
    else if (stream.destroyed || stream.closed) stream.destroy(new ERR_HTTP2_INVALID_STREAM());
    else {
      const range = { offset: given.options.offset ?? 0, length: given.options.length ?? -1 };
      if (isRefused(stream, response, stat, range)) return;
      send(stream, fd, false, response, range.offset | 0, range.length | 0);
    }
  });
}

/** See `ServerHttp2Stream.respondWithFile`. */
export function respondWithPath(
  stream: ServerHttp2Stream,
  path: unknown,
  headers: HeaderFields | undefined,
  options: FileOptions | undefined,
): void {
  const given = readOptions(stream, options);
  if (isDebugging()) debugStream(stream, "initiating response from file");
  stream[kUpdateTimer]();
  const response = prepare(stream, headers, given);
  const fail = (error: unknown): void => {
    if (given.options.onError) given.options.onError(error);
    else stream.destroy(error);
  };
  fs.default.open(path, "r", (error: Error | null, fd: number) => {
    if (error) fail(error);
    else if (stream.destroyed || stream.closed) close(fd);
    else
      fs.default.fstat(fd, (statError: Error | null, stat: Stats) =>
        onStat(stream, fd, response, statError, stat, fail),
      );
  });
}

function onStat(
  stream: ServerHttp2Stream,
  fd: number,
  response: Response,
  error: Error | null,
  stat: Stats,
  fail: (error: unknown) => void,
): void {
  const { options, headers } = response;
  if (!error && !stat.isFile()) {
    // A pipe can be sent, but has no offset and no length.
    const isDirectory = stat.isDirectory();
    if (isDirectory || options.offset !== undefined || options.length !== undefined) {
      error = isDirectory ? new ERR_HTTP2_SEND_FILE() : new ERR_HTTP2_SEND_FILE_NOSEEK();
    }
  }
  if (error) {
    close(fd);
    fail(error);
    return;
  }
  if (stream.destroyed || stream.closed) {
    close(fd);
    stream.destroy(new ERR_HTTP2_INVALID_STREAM());
    return;
  }
  const range = { offset: options.offset ?? 0, length: options.length ?? -1 };
  if (isRefused(stream, response, stat)) {
    close(fd);
    return;
  }
  if (!stat.isFile()) {
    send(stream, fd, true, response, -1, -1);
    return;
  }
  const rest = stat.size - Number(range.offset);
  const length = range.length < 0 ? rest : Math.min(rest, range.length);
  headers["content-length"] = length;
  send(stream, fd, true, response, range.offset, length);
}

// Calls the program's `statCheck`, which may change headers and range, refuse the file or send another response.
function isRefused(stream: ServerHttp2Stream, { options, headers }: Response, stat: Stats, range?: Range): boolean {
  if (typeof options.statCheck === "function") {
    const verdict =
      range === undefined
        ? options.statCheck.call(stream, stat, headers)
        : options.statCheck.call(stream, stat, headers, range);
    if (verdict === false) return true;
  }
  return stream.headersSent;
}

function readOptions(
  stream: ServerHttp2Stream,
  given: FileOptions | undefined,
): { options: FileOptions; flags: number } {
  checkObject(given, "options");
  const options = { ...given };
  for (const name of ["offset", "length"] as const) {
    if (options[name] !== undefined && typeof options[name] !== "number")
      throw new ERR_INVALID_ARG_VALUE(`options.${name}`, options[name]);
  }
  if (options.statCheck !== undefined && typeof options.statCheck !== "function") {
    throw new ERR_INVALID_ARG_VALUE("options.statCheck", options.statCheck);
  }
  if (!options.waitForTrailers) return { options, flags: 0 };
  stream[kState].flags |= HAS_TRAILERS;
  return { options, flags: Http2MessageFlags.TRAILERS };
}

function prepare(
  stream: ServerHttp2Stream,
  given: HeaderFields | undefined,
  { options, flags }: { options: FileOptions; flags: number },
): Response {
  const headers = completeObject(given, options.sendDate);
  const status = headers[":status"];
  if (isWithoutContent(status) || stream.headRequest) throw new ERR_HTTP2_PAYLOAD_FORBIDDEN(status);
  return { headers, options, flags };
}

function close(fd: number): void {
  fs.default.close(fd, ignore);
}

function ignore(): void {}

function send(
  stream: ServerHttp2Stream,
  fd: number,
  isOwned: boolean,
  { headers, flags }: Response,
  offset: number,
  length: number,
): void {
  const state = stream[kState];
  state.flags |= HEADERS_SENT;
  let list: FieldList;
  try {
    list = listOf(headers, OF_RESPONSE, stream.session![kStrictSingleValueFields]);
  } catch (error) {
    if (isOwned) close(fd);
    stream.destroy(error);
    return;
  }
  stream[kSentHeaders] = headers;
  // Ends the writable side for the program without ending the stream, which is open for the file.
  (stream as { _final: unknown })._final = null;
  stream.end();
  const outcome = stream[kHandle]!.respond(stream[kId]!, list, flags);
  if (outcome < 0) {
    if (isOwned) close(fd);
    stream.destroy(new NghttpError(outcome));
    return;
  }
  state.file = new FilePump(stream, fd, isOwned, offset, length);
  state.file.onWritten(0);
}

/** Alternately reads and sends. */
class FilePump {
  #stream: ServerHttp2Stream;
  #fd: number;
  #isOwned: boolean;
  /** Offset of the next chunk; -1 for a pipe. */
  #offset: number;
  /** Remaining bytes; -1 up to the end of the file. */
  #remaining: number;
  #isReading = false;
  #isOver = false;

  constructor(stream: ServerHttp2Stream, fd: number, isOwned: boolean, offset: number, length: number) {
    this.#stream = stream;
    this.#fd = fd;
    this.#isOwned = isOwned;
    this.#offset = offset;
    this.#remaining = length;
  }

  /** The last chunk was sent. */
  onWritten(errno: number): void {
    if (this.#isOver || errno < 0) return;
    const count = this.#remaining < 0 ? CHUNK_BYTES : Math.min(CHUNK_BYTES, this.#remaining);
    if (count === 0) {
      this.#finish();
      return;
    }
    const chunk = Buffer.allocUnsafeSlow(count);
    this.#isReading = true;
    fs.default.read(
      this.#fd,
      chunk,
      0,
      count,
      this.#offset < 0 ? null : this.#offset,
      (error: Error | null, length: number) => {
        this.#isReading = false;
        this.#onRead(error, chunk, length);
      },
    );
  }

  #onRead(error: Error | null, chunk: Uint8Array, length: number): void {
    if (this.#isOver) {
      this.#release();
      return;
    }
    const stream = this.#stream;
    if (error) {
      stream.close(INTERNAL_ERROR);
      return;
    }
    if (length === 0) {
      this.#finish();
      return;
    }
    if (this.#offset >= 0) this.#offset += length;
    if (this.#remaining > 0) this.#remaining -= length;
    const state = stream[kState];
    stream[kUpdateTimer]();
    state.writeQueueSize = length;
    stream[kSession]![kState].writeQueueSize += length;
    stream[kHandle]!.chunksNoted = 0;
    stream[kHandle]!.write(stream[kId]!, length === chunk.length ? chunk : chunk.subarray(0, length));
    // The frame of the last data ends the stream.
    if (this.#remaining === 0) stream[kHandle]!.shut(stream[kId]!);
  }

  #finish(): void {
    const stream = this.#stream;
    this.stop();
    stream[kState].isShut = true;
    stream[kHandle]?.shut(stream[kId]!);
    stream[kMaybeDestroy]();
  }

  /** Stops when the stream or the file has ended. */
  stop(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (!this.#isReading) this.#release();
  }

  #release(): void {
    if (!this.#isOwned) return;
    this.#isOwned = false;
    close(this.#fd);
  }
}
