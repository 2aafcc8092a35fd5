// native:http_parser. Parses HTTP/1 messages from bytes that JavaScript reads itself: the client of node:http, and its
// server over streams that are not plain sockets. Implemented by host/http_parser.
//
// A parser is identified by a number. `execute` and `finish` write their result into `record()`, thirty-two bits each:
//   [0] event: 0 all bytes are consumed, 1 head, 2 data, 3 end of a message, 4 error
//   [1] index of the first byte that is not consumed
//   [2] head: the flags of a request in native:http_server, and 256 for a response whose status is interim
//   [3] head: method (an index of `http.METHODS`) or status
//   [4] [5] data: start and end
//   [6] data: 1 when the message is complete with it; error: index of the invalid byte
import type { Any, Bytes, u32, u8, u16 } from "./types.ts";

/** The record, a Uint32Array of this thread. */
export declare function record(): Any;

/**
 * Creates a parser. `kind`: 0 requests, 1 responses. `headBytesMax`: bytes of one head (`maxHeaderSize`). `lenience`
 * is the sum of the accepted violations: 1 control characters in field values, 2 a length beside a transfer coding,
 * 4 bytes after the last message, 8 lines of a head that end with LF alone, 16 folded values, NUL in them and white
 * space before the first field, 32 white space after the size of a chunk and no line end after its data, 64 any
 * version.
 */
export declare function create(kind: u8, headBytesMax: u32, lenience: u16): u32;

/** Releases a parser. Its number may be reused. */
export declare function release(parser: u32): void;

/** Sets the method of the request of the next response, an index of `http.METHODS`; 255 for any other. */
export declare function expect(parser: u32, method: u8): void;

/** The message of the last head has no body, whatever its head says. */
export declare function skipBody(parser: u32): void;

/**
 * Parses up to the next event in `bytes` from index `start` on. Returns for a head the target or reason phrase and
 * the fields, for the end of a message its trailer fields, each joined by line feeds; for an error its code, a line
 * feed and its reason; else null.
 */
export declare function execute(parser: u32, bytes: Bytes, start: u32): Any;

/**
 * Ends the stream: event 3 when that completes a message, else 0, or 4 in the middle of one. Returns as `execute`
 * does.
 */
export declare function finish(parser: u32): Any;
