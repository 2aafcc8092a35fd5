// The properties of an OutgoingMessage that show its state, named as those of a Writable.
// https://nodejs.org/api/http.html#class-httpoutgoingmessage
import { safe } from "internal:core/bootstrap";
import { getDefaultHighWaterMark } from "internal:node/streams/high_water_mark";
import type { ChunkBuffer } from "internal:node/http/chunk_buffer";
import type { OutgoingMessage } from "internal:node/http/outgoing";
import {
  kCorked,
  kErrored,
  kHighWaterMark,
  kChunkBuffer,
  kNeedDrain,
  kOutputData,
  kSocket,
} from "internal:node/http/symbols";

/** Defines the properties on `prototype`. */
export function defineProperties(prototype: OutgoingMessage): void {
  const descriptors: Record<PropertyKey, PropertyDescriptor> = safe.getOwnPropertyDescriptors(accessors);
  for (const key of safe.ownKeys(descriptors)) {
    safe.defineProperty(prototype, key, {
      ...descriptors[key],
      enumerable: key === "headersSent",
      configurable: true,
    });
  }
}

const accessors: ThisType<OutgoingMessage> = {
  get [kHighWaterMark](): number {
    return getDefaultHighWaterMark(false);
  },
  set [kHighWaterMark](value: number) {
    safe.defineProperty(this, kHighWaterMark, { value, writable: true });
  },
  get outputData(): OutgoingMessage["outputData"] {
    return (this[kOutputData] ??= []);
  },
  set outputData(value: OutgoingMessage["outputData"]) {
    this[kOutputData] = value;
  },
  get errored(): unknown {
    return this[kErrored];
  },
  get closed(): boolean {
    return this._closed;
  },
  get writableFinished(): boolean {
    const message = this;
    return message.finished && message.outputSize === 0 && (!message.socket || message.socket.writableLength === 0);
  },
  get writableObjectMode(): boolean {
    return false;
  },
  get writableLength(): number {
    const message = this;
    return (
      message.outputSize +
      bufferedLength(message[kChunkBuffer]) +
      (message[kSocket] ? message[kSocket].writableLength : 0)
    );
  },
  get writableHighWaterMark(): number {
    return this[kSocket] ? this[kSocket].writableHighWaterMark : this[kHighWaterMark];
  },
  get writableCorked(): number {
    return this[kCorked];
  },
  get writableEnded(): boolean {
    return this.finished;
  },
  get writableNeedDrain(): boolean {
    return !this.destroyed && !this.finished && this[kNeedDrain];
  },
  get headersSent(): boolean {
    return !!this._header;
  },
  get socket(): OutgoingMessage["socket"] {
    return this[kSocket];
  },
  set socket(value: OutgoingMessage["socket"]) {
    setSocket(this, value);
  },
  get connection(): OutgoingMessage["socket"] {
    return this.socket;
  },
  set connection(value: OutgoingMessage["socket"]) {
    this.socket = value;
  },
};

// The length of the buffered chunk, with its size line and line ends.
function bufferedLength(buffer: ChunkBuffer | null): number {
  return buffer === null ? 0 : buffer.length + buffer.length.toString(16).length + 4;
}

function setSocket(message: OutgoingMessage, socket: OutgoingMessage["socket"]): void {
  // A message that was corked before it had a socket corks the socket.
  for (let count = 0; count < message[kCorked]; count++) {
    message[kSocket]?.uncork?.();
    socket?.cork?.();
  }
  message[kSocket] = socket;
}
