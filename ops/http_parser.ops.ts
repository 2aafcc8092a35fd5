// native:http_parser. HTTP/1 messages out of a stream that JavaScript reads itself: the client of node:http, and its server on
// streams that are not plain sockets. Implemented by host/http_parser.
//
// A parser is named by a number. `execute` and `finish` tell what they found in `record()`, thirty-two bits each:
//   [0] event: 0 all bytes are used up, 1 head, 2 data, 3 end of a message, 4 error
//   [1] index of the first byte that is not used up
//   [2] head: the flags of a request in native:http_server, and 256 for a response whose status is interim
//   [3] head: method (an index of `http.METHODS`) or status
//   [4] [5] data: where it begins and ends
//   [6] data: 1 when the message is complete with it; error: index of the refused byte
import type { Any, Bytes, u32, u8, u16 } from "./types.ts";

/** The record, a Uint32Array of this thread. */
export declare function record(): Any;

/**
 * Makes a parser. `kind`: 0 requests, 1 responses. `headBytesMax`: bytes of one head (`maxHeaderSize`). `lenience` is the sum of
 * what is allowed: 1 control characters in field values, 2 a length beside a transfer coding, 4 bytes after the last message,
 * 8 lines of a head that end with LF alone, 16 folded values, NUL in them and white space before the first field, 32 white space
 * after the size of a chunk and no line end after its data, 64 any version.
 */
export declare function create(kind: u8, headBytesMax: u32, lenience: u16): u32;

/** Releases a parser. Its number may be given to another one. */
export declare function release(parser: u32): void;

/** Says which method the next response answers, an index of `http.METHODS`; 255 for any other. */
export declare function expect(parser: u32, method: u8): void;

/** The message whose head was found last has no body, whatever its head says. */
export declare function skipBody(parser: u32): void;

/**
 * Goes on to the next event in `bytes` from index `start` on. Returns for a head the target or reason phrase and the fields, for
 * the end of a message its trailer fields, each joined by line feeds; for an error its code, a line feed and its reason; else null.
 */
export declare function execute(parser: u32, bytes: Bytes, start: u32): Any;

/** The stream ended: event 3 when that completes a message, else 0, or 4 in the middle of one. Returns as `execute` does. */
export declare function finish(parser: u32): Any;
