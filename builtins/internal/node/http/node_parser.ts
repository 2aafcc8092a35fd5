// The class HTTPParser of Node's private module `_http_common`, for packages that parse messages with it. Its callbacks are members with
// numeric keys. The client and the servers use `internal:node/http/stream_parser`.
import { safe } from "internal:core/bootstrap";
import { RequestFlags } from "native:http_server";
import { type Scope, capture, destroyed, enter, leave } from "internal:core/async/context";
import { Buffer } from "internal:node/buffer";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { LenienceFlags, ParserEvent, ParserField, ParserKind } from "native:http_parser";
import * as native from "native:http_parser";

const REQUEST = 1;
const RESPONSE = 2;
const ON_HEADERS = 1;
const ON_HEADERS_COMPLETE = 2;
const ON_BODY = 3;
const ON_MESSAGE_COMPLETE = 4;
const SKIP_BODY = 1;
const IS_UPGRADE = 2;
const HEAD_BYTES_MAX = 16 * 1024;
/** Node's lenience bits. The native parser does not have all of them; it stays strict in the others. */
const LENIENT_HEADERS = 1;
const LENIENT_CHUNKED_LENGTH = 2;
const LENIENT_KEEP_ALIVE = 4;
const LENIENT_DATA_AFTER_CLOSE = 32;
const LENIENT_VERSION = 16;
const LENIENT_OPTIONAL_CRLF_AFTER_CHUNK = 128;
const LENIENT_OPTIONAL_CR_BEFORE_LF = 256;
const LENIENT_SPACES_AFTER_CHUNK_SIZE = 512;
/** Pairs of a bit of Node and the bits of the native parser. */
const LENIENCE: [number, LenienceFlags][] = [
  [LENIENT_HEADERS, LenienceFlags.FIELD_VALUES | LenienceFlags.FOLDING],
  [LENIENT_CHUNKED_LENGTH, LenienceFlags.LENGTH_AND_CODING],
  [LENIENT_KEEP_ALIVE, LenienceFlags.DATA_AFTER_CLOSE],
  [LENIENT_DATA_AFTER_CLOSE, LenienceFlags.DATA_AFTER_CLOSE],
  [LENIENT_OPTIONAL_CR_BEFORE_LF, LenienceFlags.BARE_LF],
  [LENIENT_OPTIONAL_CRLF_AFTER_CHUNK, LenienceFlags.CHUNKS],
  [LENIENT_SPACES_AFTER_CHUNK_SIZE, LenienceFlags.CHUNKS],
  [LENIENT_VERSION, LenienceFlags.VERSIONS],
];

/** Node's parser: `parser[HTTPParser.kOnHeadersComplete] = …; parser.initialize(kind, resource); parser.execute(bytes)`. */
export class HTTPParser {
  [callback: number]: ((...args: any[]) => any) | null | undefined;
  private id = -1;
  private kind = REQUEST;
  private current: Uint8Array = Buffer.alloc(0);
  private scope: Scope | undefined = undefined;

  initialize(kind: number, resource?: object, maxHeaderSize = 0, lenience = 0): void {
    this.close();
    this.kind = kind;
    let flags: LenienceFlags = 0;
    for (const [bit, flag] of LENIENCE) if ((lenience & bit) !== 0) flags |= flag;
    this.id = native.create(
      kind === RESPONSE ? ParserKind.RESPONSES : ParserKind.REQUESTS,
      maxHeaderSize || HEAD_BYTES_MAX,
      flags,
    );
    this.scope = capture(kind === RESPONSE ? "HTTPCLIENTREQUEST" : "HTTPINCOMINGMESSAGE", resource);
  }

  /** Parses bytes. Returns how many were used, or the error. */
  execute(bytes: Uint8Array): number | Error {
    const record = native.record() as Uint32Array;
    this.current = bytes;
    let start = 0;
    while (start < bytes.length && this.id >= 0) {
      const text = native.execute(this.id, bytes, start) as string | null;
      const event = record[ParserField.EVENT]!;
      if (event === ParserEvent.NEED_MORE) break;
      if (event === ParserEvent.ERROR) return failure(text!, record[ParserField.LAST_OR_OFFSET]!);
      start = record[ParserField.USED]!;
      if (event === ParserEvent.HEAD) {
        if (this.head(text!, record[ParserField.FLAGS]!, record[ParserField.METHOD_OR_STATUS]!)) return start;
      } else if (event === ParserEvent.DATA) {
        const isLast = record[ParserField.LAST_OR_OFFSET] === 1;
        const chunk = Buffer.from(
          bytes.buffer as ArrayBuffer,
          bytes.byteOffset + record[ParserField.DATA_START]!,
          record[ParserField.DATA_END]! - record[ParserField.DATA_START]!,
        );
        this.report(ON_BODY, chunk);
        if (isLast) this.report(ON_MESSAGE_COMPLETE);
      } else {
        if (text) this.report(ON_HEADERS, text.split("\n").slice(1), "");
        this.report(ON_MESSAGE_COMPLETE);
      }
    }
    return bytes.length;
  }

  /** The input ended. */
  finish(): Error | undefined {
    if (this.id < 0) return undefined;
    const record = native.record() as Uint32Array;
    const text = native.finish(this.id) as string | null;
    if (record[ParserField.EVENT] === ParserEvent.ERROR) return failure(text!, record[ParserField.LAST_OR_OFFSET]!);
    if (record[ParserField.EVENT] === ParserEvent.END) this.report(ON_MESSAGE_COMPLETE);
    return undefined;
  }

  close(): void {
    if (this.id >= 0) native.release(this.id);
    this.id = -1;
    if (this.scope !== undefined) destroyed(this.scope);
    this.scope = undefined;
  }

  free(): void {
    this.close();
  }
  remove(): void {}
  getCurrentBuffer(): Uint8Array {
    return this.current;
  }
  pause(): void {
    throw new ERR_METHOD_NOT_IMPLEMENTED("HTTPParser.pause");
  }
  resume(): void {
    throw new ERR_METHOD_NOT_IMPLEMENTED("HTTPParser.resume");
  }
  consume(): void {
    throw new ERR_METHOD_NOT_IMPLEMENTED("HTTPParser.consume");
  }
  unconsume(): void {}

  // Returns whether another protocol begins after this head.
  private head(text: string, flags: number, methodOrStatus: number): boolean {
    const lines = text.split("\n");
    const first = lines.shift()!;
    const isRequest = this.kind === REQUEST;
    const decision = this.report(
      ON_HEADERS_COMPLETE,
      1,
      (flags & RequestFlags.HTTP_1_0) !== 0 ? 0 : 1,
      lines,
      isRequest ? methodOrStatus : undefined,
      isRequest ? first : undefined,
      isRequest ? undefined : methodOrStatus,
      isRequest ? undefined : first,
      (flags & RequestFlags.UPGRADE) !== 0,
      (flags & RequestFlags.KEEP_ALIVE) !== 0,
    );
    const isUpgrade =
      decision === IS_UPGRADE ||
      (decision !== SKIP_BODY && (flags & RequestFlags.UPGRADE) !== 0 && (flags & RequestFlags.BODY) === 0);
    if (decision === SKIP_BODY && this.id >= 0) native.skipBody(this.id);
    if (isUpgrade || decision === SKIP_BODY || (flags & RequestFlags.BODY) === 0) this.report(ON_MESSAGE_COMPLETE);
    return isUpgrade;
  }

  /** Calls a callback, if it is set, as the parser's resource. */
  private report(callback: number, ...args: unknown[]): unknown {
    const called = this[callback];
    if (typeof called !== "function") return undefined;
    const { scope } = this;
    if (scope === undefined) return safe.apply(called, this, args);
    const saved = enter(scope);
    try {
      return safe.apply(called, this, args);
    } finally {
      leave(saved);
    }
  }
}

const constants: Record<string, number> = {
  REQUEST,
  RESPONSE,
  kOnMessageBegin: 0,
  kOnHeaders: ON_HEADERS,
  kOnHeadersComplete: ON_HEADERS_COMPLETE,
  kOnBody: ON_BODY,
  kOnMessageComplete: ON_MESSAGE_COMPLETE,
  kOnExecute: 5,
  kOnTimeout: 6,
  kLenientNone: 0,
  kLenientHeaders: LENIENT_HEADERS,
  kLenientChunkedLength: LENIENT_CHUNKED_LENGTH,
  kLenientKeepAlive: LENIENT_KEEP_ALIVE,
  kLenientTransferEncoding: 8,
  kLenientVersion: 16,
  kLenientDataAfterClose: LENIENT_DATA_AFTER_CLOSE,
  kLenientOptionalLFAfterCR: 64,
  kLenientOptionalCRLFAfterChunk: 128,
  kLenientOptionalCRBeforeLF: LENIENT_OPTIONAL_CR_BEFORE_LF,
  kLenientSpacesAfterChunkSize: 512,
  kLenientHeaderValueRelaxed: 1024,
  kLenientAll: 1023,
};
safe.assign(HTTPParser, constants);

function failure(text: string, bytesParsed: number): Error {
  const [code, reason] = text.split("\n");
  return safe.assign(new Error(`Parse Error: ${reason}`), { bytesParsed, code, reason });
}
