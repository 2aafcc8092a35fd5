// What HTTP/1 messages use of the stream that carries them: a net.Socket, a TLSSocket, the socket object of a native connection, or any
// Duplex of a program. Types only.
import type { EventEmitter } from "internal:core/events/emitter";
import type { ClientRequest } from "internal:node/http/client_request";
import type { OutgoingMessage } from "internal:node/http/outgoing";
import type { ServerResponse } from "internal:node/http/response";
import type { StreamParser } from "internal:node/http/stream_parser";

/** A callback of write(), end() or destroy(). */
export type Callback = (error?: unknown) => void;

/** A stream that carries messages of type `Message`. A Duplex of a program may lack the members that only sockets have. */
export interface MessageSocket<Message = OutgoingMessage> extends EventEmitter {
  /** The message that is being sent. Node's name. */
  _httpMessage?: Message | null | undefined;
  _hadError: boolean;
  /** Reading is paused by HTTP, not by the program. */
  _paused?: boolean;
  _writableState: { corked: number; highWaterMark: number };
  parser?: StreamParser | null;
  server: unknown;
  timeout?: number | undefined;
  connecting: boolean;
  destroyed: boolean;
  errored: unknown;
  readable: boolean;
  readableEnded: boolean;
  readableFlowing: boolean | null;
  readableHighWaterMark: number;
  writable: boolean;
  writableCorked: number;
  writableHighWaterMark: number;
  writableLength: number;
  writableNeedDrain: boolean;
  read(size?: number): Uint8Array | null;
  push(chunk: unknown, encoding?: string): boolean;
  pause(): this;
  resume(): this;
  setEncoding(encoding: string): this;
  write(chunk: unknown, encoding?: unknown, callback?: Callback | null): boolean;
  end(chunk?: unknown): this;
  cork(): void;
  uncork(): void;
  destroy(error?: unknown): this;
  destroySoon(): void;
  ref(): this;
  unref(): this;
  setKeepAlive(enable?: boolean, initialDelay?: number): this;
  setNoDelay(noDelay?: boolean): this;
  setTimeout(msecs: number, callback?: () => void): this;
}

/** The socket of a client's request. */
export type ClientSocket = MessageSocket<ClientRequest>;
/** The socket of a server's response. */
export type ServedSocket = MessageSocket<ServerResponse>;
