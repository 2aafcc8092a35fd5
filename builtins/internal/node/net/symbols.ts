// Keys of the internal properties of net.Socket and net.Server.
export const kBuffer = Symbol("kBuffer");
export const kBufferCallback = Symbol("kBufferCb");
export const kBufferMaker = Symbol("kBufferGen");
export const kBytesRead = Symbol("kBytesRead");
export const kBytesWritten = Symbol("kBytesWritten");
export const kKeepAlive = Symbol("kSetKeepAlive");
export const kKeepAliveCount = Symbol("kSetKeepAliveCount");
export const kKeepAliveDelay = Symbol("kSetKeepAliveInitialDelay");
export const kKeepAliveInterval = Symbol("kSetKeepAliveInterval");
export const kLastWriteQueueSize = Symbol("lastWriteQueueSize");
export const kNoDelay = Symbol("kSetNoDelay");
export const kTimeout = Symbol("timeout");
export const kTypeOfService = Symbol("kSetTOS");
/** Moves the handle out of a BoundSocket, for a server or socket. */
export const kConsume = Symbol("kBoundSocketConsume");
/** The path of a BoundSocket. */
export const kBoundPath = Symbol("kBoundSocketPath");
