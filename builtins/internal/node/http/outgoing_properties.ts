// The properties of an OutgoingMessage that tell its state, in the words of a Writable.
// https://nodejs.org/api/http.html#class-httpoutgoingmessage
import { getDefaultHighWaterMark } from "internal:node/streams/high_water_mark";
import type { KeptChunks } from "internal:node/http/chunk_buffer";
import {
  kCorked,
  kErrored,
  kHighWaterMark,
  kKeptChunks,
  kNeedDrain,
  kOutputData,
  kSocket,
} from "internal:node/http/symbols";

/** Defines the properties on `prototype`. */
export function defineProperties(prototype: any): void {
  const descriptors: any = Object.getOwnPropertyDescriptors(accessors);
  for (const key of Reflect.ownKeys(descriptors)) {
    Object.defineProperty(prototype, key, {
      ...descriptors[key],
      enumerable: key === "headersSent",
      configurable: true,
    });
  }
}

const accessors = {
  get [kHighWaterMark](): number {
    return getDefaultHighWaterMark(false);
  },
  set [kHighWaterMark](value: number) {
    Object.defineProperty(this, kHighWaterMark, { value, writable: true });
  },
  get outputData(): any[] {
    return ((this as any)[kOutputData] ??= []);
  },
  set outputData(value: any[]) {
    (this as any)[kOutputData] = value;
  },
  get errored(): any {
    return (this as any)[kErrored];
  },
  get closed(): boolean {
    return (this as any)._closed;
  },
  get writableFinished(): boolean {
    const message = this as any;
    return message.finished && message.outputSize === 0 && (!message.socket || message.socket.writableLength === 0);
  },
  get writableObjectMode(): boolean {
    return false;
  },
  get writableLength(): number {
    const message = this as any;
    return (
      message.outputSize + keptLength(message[kKeptChunks]) + (message[kSocket] ? message[kSocket].writableLength : 0)
    );
  },
  get writableHighWaterMark(): number {
    return (this as any)[kSocket] ? (this as any)[kSocket].writableHighWaterMark : (this as any)[kHighWaterMark];
  },
  get writableCorked(): number {
    return (this as any)[kCorked];
  },
  get writableEnded(): boolean {
    return (this as any).finished;
  },
  get writableNeedDrain(): boolean {
    return !(this as any).destroyed && !(this as any).finished && (this as any)[kNeedDrain];
  },
  get headersSent(): boolean {
    return !!(this as any)._header;
  },
  get socket(): any {
    return (this as any)[kSocket];
  },
  set socket(value: any) {
    setSocket(this, value);
  },
  get connection(): any {
    return (this as any).socket;
  },
  set connection(value: any) {
    (this as any).socket = value;
  },
};

// What a chunk takes with its length and line ends.
function keptLength(kept: KeptChunks | null): number {
  return kept === null ? 0 : kept.length + kept.length.toString(16).length + 4;
}

function setSocket(message: any, socket: any): void {
  // Chunks that were corked before there was a socket stay corked on it.
  for (let count = 0; count < message[kCorked]; count++) {
    message[kSocket]?.uncork?.();
    socket?.cork?.();
  }
  message[kSocket] = socket;
}
