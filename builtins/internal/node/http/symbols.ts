// The hidden members of HTTP messages that several files of `internal:node/http` use.

/** The connection's number in `native:http_server`; -1 for a message that is not of such a connection. */
export const kConnection: unique symbol = Symbol("kConnection") as any;
/** The request's number on it. */
export const kSequence: unique symbol = Symbol("kSequence") as any;
/** The flags that the native part gave with the request. */
export const kRequestFlags: unique symbol = Symbol("kRequestFlags") as any;
/** The server that a message belongs to. */
export const kServer: unique symbol = Symbol("kServer") as any;
/** The headers set by setHeader(): [name, value] by lower-case name, or null. */
export const kOutHeaders: unique symbol = Symbol("kOutHeaders") as any;
/** Lower-case names whose values are joined by "; " instead of being sent as several lines, or null. */
export const kUniqueHeaders: unique symbol = Symbol("kUniqueHeaders") as any;
/** Progress of a response, as bits. */
export const kProgress: unique symbol = Symbol("kProgress") as any;
/** Callbacks of write() that wait for the client. */
export const kWaiting: unique symbol = Symbol("kWaiting") as any;
/** The timer of a server that looks at its connections. */
export const kConnectionsCheckingInterval: unique symbol = Symbol("http.server.connectionsCheckingInterval") as any;
export const kSocket: unique symbol = Symbol("kSocket") as any;
export const kNeedDrain: unique symbol = Symbol("kNeedDrain") as any;
export const kHighWaterMark: unique symbol = Symbol("kHighWaterMark") as any;
/** Error the message was destroyed with, or null. */
export const kErrored: unique symbol = Symbol("kErrored") as any;
/** Why a client's request was destroyed, until its socket tells it. `errored` does not show it. */
export const kDestroyError: unique symbol = Symbol("kDestroyError") as any;
/** Method: hands one piece of the body, with the head before the first one, to whoever sends it. */
export const kTransmit: unique symbol = Symbol("kTransmit") as any;
/** Method: ends what `kTransmit` sends. */
export const kTransmitEnd: unique symbol = Symbol("kTransmitEnd") as any;
/** What is to be written when there is a socket, or null. */
export const kOutputData: unique symbol = Symbol("kOutputData") as any;
/** Pieces that wait to become one chunk, or null. */
export const kKeptChunks: unique symbol = Symbol("kKeptChunks") as any;
export const kCorked: unique symbol = Symbol("kCorked") as any;
export const kBytesWritten: unique symbol = Symbol("kBytesWritten") as any;
/** Of a server: requests without headers of a body are given as read. */
export const kOptimizeEmptyRequests: unique symbol = Symbol("OptimizeEmptyRequestsOption") as any;
export const kRejectNonStandardBodyWrites: unique symbol = Symbol("kRejectNonStandardBodyWrites") as any;
/** What end() was given, until it is sent together with the end. */
export const kLastChunk: unique symbol = Symbol("kLastChunk") as any;
export const kLastEncoding: unique symbol = Symbol("kLastEncoding") as any;

/** Bits of `kProgress`. */
/** Its listener has not returned: what is due then needs no tick. */
export const IN_LISTENER = 1;
/** end() came during the listener. */
export const FINISH_DUE = 2;
/** Bytes wait for the client after end(). */
export const UNFLUSHED = 4;
/** "finish" was emitted, or would have been. */
export const FINISHED = 8;
/** The response is complete, but END waits until the request's body is complete, which flows still. */
export const END_HELD = 16;
