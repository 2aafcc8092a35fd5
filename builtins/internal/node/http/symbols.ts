// The hidden members of HTTP messages that several files of `internal:node/http` use.

/** The connection's number in `native:http_server`; -1 for a message on a stream. */
export const kConnection: unique symbol = Symbol("kConnection");
/** The sequence number of the request on its connection. */
export const kSequence: unique symbol = Symbol("kSequence");
/** The flags of the request, as `native:http_server` numbers them. */
export const kRequestFlags: unique symbol = Symbol("kRequestFlags");
/** The server that a message belongs to. */
export const kServer: unique symbol = Symbol("kServer");
/** The headers set by setHeader(): [name, value] by lower-case name, or null. */
export const kOutHeaders: unique symbol = Symbol("kOutHeaders");
/** Lower-case names whose values are joined by "; " instead of being sent as several lines, or null. */
export const kUniqueHeaders: unique symbol = Symbol("kUniqueHeaders");
/** Progress of a response, a sum of the bits below. */
export const kProgress: unique symbol = Symbol("kProgress");
/** Callbacks of write() whose bytes are still buffered, or null. */
export const kWriteCallbacks: unique symbol = Symbol("kWriteCallbacks");
/** The timer of a server that checks its connections for time-outs. */
export const kConnectionsCheckingInterval: unique symbol = Symbol("http.server.connectionsCheckingInterval");
export const kSocket: unique symbol = Symbol("kSocket");
/** Of an agent: its requests are those of fetch, which are not published as requests of node:http. */
export const kOfFetch: unique symbol = Symbol("kOfFetch");
export const kNeedDrain: unique symbol = Symbol("kNeedDrain");
export const kHeldSize: unique symbol = Symbol("kHeldSize");
export const kHighWaterMark: unique symbol = Symbol("kHighWaterMark");
/** The error that the message was destroyed with, or null. */
export const kErrored: unique symbol = Symbol("kErrored");
/** The error that a client's request was destroyed with, until its socket reports it. `errored` does not show it. */
export const kDestroyError: unique symbol = Symbol("kDestroyError");
/** Method: sends one write of the body, with the head before the first one. */
export const kTransmit: unique symbol = Symbol("kTransmit");
/** Method: ends the message that `kTransmit` sends. */
export const kTransmitEnd: unique symbol = Symbol("kTransmitEnd");
/** Writes that are buffered until there is a socket, or null. */
export const kOutputData: unique symbol = Symbol("kOutputData");
/** Buffered writes that become one chunk, or null. */
export const kChunkBuffer: unique symbol = Symbol("kChunkBuffer");
export const kCorked: unique symbol = Symbol("kCorked");
export const kBytesWritten: unique symbol = Symbol("kBytesWritten");
/** Of a server: requests whose headers announce no body are marked as read. */
export const kOptimizeEmptyRequests: unique symbol = Symbol("OptimizeEmptyRequestsOption");
export const kRejectNonStandardBodyWrites: unique symbol = Symbol("kRejectNonStandardBodyWrites");
/** The chunk of end(), until it is sent together with the end of the message. */
export const kLastChunk: unique symbol = Symbol("kLastChunk");
export const kLastEncoding: unique symbol = Symbol("kLastEncoding");

/** Bits of `kProgress`. */
/** The listener of "request" has not returned: what follows it needs no tick of its own. */
export const IN_LISTENER = 1;
/** end() was called during the listener; "finish" follows. */
export const FINISH_DUE = 2;
/** Bytes are still buffered after end(). */
export const UNFLUSHED = 4;
/** "finish" was emitted, or would have been. */
export const FINISHED = 8;
/** The response is complete, but its end is sent when the request's body, which the program still reads, is complete. */
export const END_HELD = 16;
