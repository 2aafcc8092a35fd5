// Responses with the content of a file: `respondWithFD`, `respondWithFile`. The file is read in pieces, the next one when the last is
// sent. https://nodejs.org/api/http2.html#http2streamrespondwithfdfd-headers-options
import {
  ERR_HTTP2_INVALID_STREAM,
  ERR_HTTP2_PAYLOAD_FORBIDDEN,
  ERR_HTTP2_SEND_FILE,
  ERR_HTTP2_SEND_FILE_NOSEEK,
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
} from "internal:core/errors";
import { INTERNAL_ERROR, TRAILERS } from "internal:node/http2/codes";
import { debugStream, isDebugging } from "internal:node/http2/debug";
import { type FieldList, OF_RESPONSE, listOf } from "internal:node/http2/fields";
import { NghttpError } from "internal:node/http2/nghttp_error";
import { completeObject, isWithoutContent } from "internal:node/http2/server_stream";
import { checkObject } from "internal:node/http2/settings";
import { HAS_TRAILERS, HEADERS_SENT, type StreamState } from "internal:node/http2/stream_state";
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

const PIECE_BYTES = 64 * 1024;

interface Response {
  headers: any;
  options: any;
  flags: number;
}

/** See `ServerHttp2Stream.respondWithFD`. */
export function respondWithDescriptor(stream: any, fd: any, headers: any, options: any): void {
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
  (fs as any).default.fstat(fd, (error: any, stat: any) => {
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
export function respondWithPath(stream: any, path: any, headers: any, options: any): void {
  const given = readOptions(stream, options);
  if (isDebugging()) debugStream(stream, "initiating response from file");
  stream[kUpdateTimer]();
  const response = prepare(stream, headers, given);
  const fail = (error: any): void => {
    if (given.options.onError) given.options.onError(error);
    else stream.destroy(error);
  };
  (fs as any).default.open(path, "r", (error: any, fd: number) => {
    if (error) fail(error);
    else if (stream.destroyed || stream.closed) close(fd);
    else
      (fs as any).default.fstat(fd, (statError: any, stat: any) => onStat(stream, fd, response, statError, stat, fail));
  });
}

function onStat(stream: any, fd: number, response: Response, error: any, stat: any, fail: (error: any) => void): void {
  const { options, headers } = response;
  if (!error && !stat.isFile()) {
    // A pipe can be sent, but has no places and no length.
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

// The program looks at the file, may change headers and range, and may answer otherwise.
function isRefused(stream: any, { options, headers }: Response, stat: any, range?: object): boolean {
  if (typeof options.statCheck === "function") {
    const verdict =
      range === undefined
        ? options.statCheck.call(stream, stat, headers)
        : options.statCheck.call(stream, stat, headers, range);
    if (verdict === false) return true;
  }
  return stream.headersSent;
}

function readOptions(stream: any, options: any): { options: any; flags: number } {
  checkObject(options, "options");
  options = { ...options };
  for (const name of ["offset", "length"]) {
    if (options[name] !== undefined && typeof options[name] !== "number")
      throw new ERR_INVALID_ARG_VALUE(`options.${name}`, options[name]);
  }
  if (options.statCheck !== undefined && typeof options.statCheck !== "function") {
    throw new ERR_INVALID_ARG_VALUE("options.statCheck", options.statCheck);
  }
  if (!options.waitForTrailers) return { options, flags: 0 };
  stream[kState].flags |= HAS_TRAILERS;
  return { options, flags: TRAILERS };
}

function prepare(stream: any, given: any, { options, flags }: { options: any; flags: number }): Response {
  const headers = completeObject(given, options.sendDate);
  const status = headers[":status"];
  if (isWithoutContent(status) || stream.headRequest) throw new ERR_HTTP2_PAYLOAD_FORBIDDEN(status);
  return { headers, options, flags };
}

function close(fd: number): void {
  (fs as any).default.close(fd, ignore);
}

function ignore(): void {}

function send(
  stream: any,
  fd: number,
  isOwned: boolean,
  { headers, flags }: Response,
  offset: number,
  length: number,
): void {
  const state: StreamState = stream[kState];
  state.flags |= HEADERS_SENT;
  let list: FieldList;
  try {
    list = listOf(headers, OF_RESPONSE, stream.session[kStrictSingleValueFields]);
  } catch (error) {
    if (isOwned) close(fd);
    stream.destroy(error);
    return;
  }
  stream[kSentHeaders] = headers;
  // The program has nothing to write; the stream itself stays open for the file.
  stream._final = null;
  stream.end();
  const outcome = stream[kHandle].respond(stream[kId], list, flags);
  if (outcome < 0) {
    if (isOwned) close(fd);
    stream.destroy(new NghttpError(outcome));
    return;
  }
  state.file = new FilePump(stream, fd, isOwned, offset, length);
  state.file.onWritten(0);
}

/** Reads and sends in turn. */
class FilePump {
  #stream: any;
  #fd: number;
  #isOwned: boolean;
  /** Place of the next piece; -1 for what has no places. */
  #offset: number;
  /** Bytes that are left; -1 up to the end. */
  #left: number;
  #isReading = false;
  #isOver = false;

  constructor(stream: any, fd: number, isOwned: boolean, offset: number, length: number) {
    this.#stream = stream;
    this.#fd = fd;
    this.#isOwned = isOwned;
    this.#offset = offset;
    this.#left = length;
  }

  /** The last piece is sent. */
  onWritten(errno: number): void {
    if (this.#isOver || errno < 0) return;
    const count = this.#left < 0 ? PIECE_BYTES : Math.min(PIECE_BYTES, this.#left);
    if (count === 0) {
      this.#finish();
      return;
    }
    const piece = Buffer.allocUnsafeSlow(count);
    this.#isReading = true;
    (fs as any).default.read(
      this.#fd,
      piece,
      0,
      count,
      this.#offset < 0 ? null : this.#offset,
      (error: any, length: number) => {
        this.#isReading = false;
        this.#onRead(error, piece, length);
      },
    );
  }

  #onRead(error: any, piece: any, length: number): void {
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
    if (this.#left > 0) this.#left -= length;
    const state: StreamState = stream[kState];
    stream[kUpdateTimer]();
    state.writeQueueSize = length;
    stream[kSession][kState].writeQueueSize += length;
    stream[kHandle].chunksNoted = 0;
    stream[kHandle].write(stream[kId], length === piece.length ? piece : piece.subarray(0, length));
    // The frame of the last data ends the stream.
    if (this.#left === 0) stream[kHandle].shut(stream[kId]);
  }

  #finish(): void {
    const stream = this.#stream;
    this.stop();
    stream[kState].isShut = true;
    stream[kHandle]?.shut(stream[kId]);
    stream[kMaybeDestroy]();
  }

  /** The stream is over, or the file. */
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
