// The socket of a session: a net.Socket or TLSSocket, or one that is made over any Duplex.
import type { EventEmitter } from "internal:core/events/emitter";
import type { SessionServer } from "internal:node/http2/server";
import type { Http2Session } from "internal:node/http2/session";
import type { Transport } from "internal:node/http2/session_connection";
import type { kBoundSession, kServer } from "internal:node/http2/symbols";
import { Socket } from "internal:node/net/socket";
import { DuplexHandle } from "internal:node/tls/duplex_handle";
import type { LowerStream } from "internal:node/tls/types";

/** What a session uses of its socket. */
export interface SessionSocket extends EventEmitter {
  [kBoundSession]?: Http2Session | undefined;
  [kServer]?: SessionServer | undefined;
  _handle: Transport | null;
  connecting: boolean;
  destroyed: boolean;
  readableLength: number;
  remoteAddress?: string | undefined;
  remoteFamily?: string | undefined;
  remotePort?: number | null | undefined;
  /** The members from here on only exist with TLS. */
  encrypted?: boolean;
  secureConnecting?: boolean;
  alpnProtocol?: string | false | null | undefined;
  servername?: string | false | null | undefined;
  disableRenegotiation?(): void;
  setNoDelay?(): void;
  read(): Uint8Array | null;
  resume(): void;
  end(data?: string | ((error?: unknown) => void)): void;
  destroy(error?: unknown): void;
  ref(): void;
  unref(): void;
}

/** A net.Socket over `stream`: it gets the errors and the end of `stream`, and writes to it. */
export function socketOf(stream: EventEmitter): SessionSocket {
  const socket: SessionSocket = new Socket({ handle: new DuplexHandle(stream as LowerStream), manualStart: true });
  stream.on("error", (error: unknown) => socket.destroy(error));
  stream.once("close", () => socket.destroy());
  return socket;
}
