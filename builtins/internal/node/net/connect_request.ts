// Connecting through a handle whose `connect` a program has replaced: it receives a request as Node's handles do, and completes it itself.
import { load } from "internal:core/bootstrap";
import type { Socket } from "internal:node/net/types";

type Complete = (status: number, handle: unknown, request: object, readable: boolean, writable: boolean) => void;

/** The request of a connection to an address. */
class TCPConnectWrap {
  oncomplete: Complete;
  address: string;
  port: number | undefined;
  localAddress: string | undefined;
  localPort: number | undefined;
  addressType: number | undefined;

  constructor(oncomplete: Complete, address: string, port: number | undefined, family: number | undefined) {
    this.oncomplete = oncomplete;
    this.address = address;
    this.port = port;
    this.addressType = family;
  }
}

/** The request of a connection to a path. */
class PipeConnectWrap {
  oncomplete: Complete;
  address: string;

  constructor(oncomplete: Complete, address: string) {
    this.oncomplete = oncomplete;
    this.address = address;
  }
}

/** Calls the program's `connect`; `done(errno)` is called when it completes the request. Returns its result, 0 for undefined. */
export function connectWithRequest(
  socket: Socket,
  done: (errno: number) => void,
  address: string,
  port: number | undefined,
  family: number | undefined,
  localAddress: string | undefined,
  localPort: number | undefined,
): number {
  const handle = socket._handle!;
  const { ssl } = socket as Socket & { ssl?: object };
  if (ssl) load("internal:node/tls/handle_members").exposeMembers(ssl, handle);
  const complete: Complete = (status) => done(status);
  if (family === undefined) return handle.connect!(new PipeConnectWrap(complete, address), address) || 0;
  const request = new TCPConnectWrap(complete, address, port, family);
  request.localAddress = localAddress;
  request.localPort = localPort;
  return (family === 6 ? handle.connect6!(request, address, port!) : handle.connect!(request, address, port)) || 0;
}
