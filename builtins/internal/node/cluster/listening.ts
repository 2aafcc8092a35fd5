// `listen` of the servers of a worker: the primary listens for it. net.Server uses the handle that the primary sends; http.Server is
// native and serves the connections that the primary has accepted.
import { load } from "internal:core/bootstrap";
import { exceptionWithHostPort } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { type Target, listenOnHandle, setHandOver } from "internal:node/net/listen";
import { setHandOver as setHttpHandOver, finishListening, type HttpTarget } from "internal:node/http/listening";
import {
  type Socket as DatagramSocket,
  finishBinding,
  setHandOver as setDatagramHandOver,
} from "internal:node/dgram/socket";
import type { StreamHandle } from "internal:node/net/handle";
import type { Endpoint, Server } from "internal:node/net/types";
import * as http from "native:http_server";
import { ListenFlags } from "native:http_server";
import { StreamBindFlags } from "native:net";

const EADDRINUSE = -98;

/** The handle of a server whose socket listens in the primary. */
export class RemoteHandle {
  owner: any = null;
  onConnection: (handle: RemoteHandle, connection: StreamHandle, errno: number) => void = (_handle, connection) =>
    connection.close();
  kind: number;
  #sockname: Endpoint | undefined;
  #onClose: (() => void) | null;
  #isReferenced = true;
  #timer: unknown;

  constructor(sockname: Endpoint | undefined, onClose: () => void) {
    this.#sockname = sockname;
    this.kind = sockname === undefined ? 2 : 1;
    this.#onClose = onClose;
    this.#keepAlive();
  }

  // Keeps the process alive as a listening socket does.
  #keepAlive(): void {
    const timers = load("internal:core/timers");
    if (this.#isReferenced && this.#onClose !== null) this.#timer ??= timers.setInterval(() => {}, 0x7fffffff);
    else if (this.#timer !== undefined) {
      timers.clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  get fd(): number {
    return -1;
  }
  listen(_backlog: number): number {
    return 0;
  }
  getsockname(out: Endpoint): number {
    Object.assign(out, this.#sockname);
    return 0;
  }
  fchmod(_mode: number): number {
    return 0;
  }
  ref(): void {
    this.#isReferenced = true;
    this.#keepAlive();
  }
  unref(): void {
    this.#isReferenced = false;
    this.#keepAlive();
  }
  hasRef(): boolean {
    return this.#isReferenced;
  }
  getAsyncId(): number {
    return 0;
  }
  close(done?: () => void): void {
    const onClose = this.#onClose;
    if (onClose === null) return;
    this.#onClose = null;
    this.#keepAlive();
    onClose();
    if (done !== undefined) nextTick(done);
  }
}

/** The servers of a worker; each kind uses the handle in its own way. */
type AnyServer = any;

/** What a worker sends to the primary to listen. */
export interface ListenQuery {
  address: string | null;
  port: number;
  /** 4, 6, -1 for a path, "udp4" or "udp6". */
  addressType: number | string;
  fd: number | undefined;
  flags: number;
  backlog?: number;
}
/** Called with a negative error number, or 0 and a handle. */
export type ListenReply = (errno: number, handle: any) => void;

function cluster(): { _getServer(server: AnyServer, query: ListenQuery, reply: ListenReply): void } {
  return load("internal:node/cluster").default;
}

/** Makes the servers of this process listen through the primary. */
export function install(): void {
  setHandOver(listenForNet);
  setHttpHandOver(listenForHttp);
  setDatagramHandOver(bindDatagrams);
}

function listenForNet(server: Server, target: Target): boolean {
  const { address, port, family, backlog, fd, flags } = target;
  // As in Node, an unknown family is IPv4 in the messages.
  const addressType = family === 0 ? 4 : family;
  cluster()._getServer(server, { address, port, addressType, fd, flags, backlog }, (errno, handle) => {
    if (errno === 0 && hasHandle(server)) {
      // `listen` was called twice before the first reply: the first call applies.
      handle.close();
      return;
    }
    const failure = errno !== 0 ? errno : hasOtherPort(handle, port) ? EADDRINUSE : 0;
    if (failure !== 0) {
      const error = exceptionWithHostPort(failure, "bind", address, port);
      server.emit("error", error);
      return;
    }
    server._handle = handle;
    listenOnHandle(server, address, port, family, backlog, fd, flags);
  });
  return true;
}

/** Whether a socket is bound to another port: when its address was in use at `bind`, `listen` chooses another one. */
function hasOtherPort(handle: { getsockname(out: Endpoint): number }, port: number): boolean {
  if (port <= 0) return false;
  const bound: Endpoint = {};
  return handle.getsockname(bound) === 0 && bound.port !== port;
}

function bindDatagrams(
  socket: DatagramSocket,
  { address, port, flags }: { address: string; port: number; flags: number },
): void {
  cluster()._getServer(socket, { address, port, addressType: socket.type, fd: -1, flags }, (errno, handle) => {
    finishBinding(socket, errno, handle, address, port);
  });
}

function hasHandle(server: Server): boolean {
  return server._handle !== null && server._handle !== undefined;
}

function listenForHttp(server: AnyServer, target: HttpTarget): boolean {
  const { backlog, flags } = target;
  const address = target.path ?? target.host ?? null;
  const port = target.path === undefined && target.fd === undefined ? target.port! : -1;
  const addressType = target.path !== undefined || target.fd !== undefined ? -1 : target.host?.includes(":") ? 6 : 4;
  cluster()._getServer(
    server,
    {
      address,
      port,
      addressType,
      fd: target.fd,
      flags: flags & ListenFlags.IPV6_ONLY ? StreamBindFlags.IPV6_ONLY : 0,
      backlog,
    },
    (errno, handle) => {
      const failure = errno !== 0 ? errno : hasOtherPort(handle, port) ? EADDRINUSE : 0;
      if (failure !== 0) {
        server.emit("error", exceptionWithHostPort(failure, "bind", address, port));
        return;
      }
      finishListening(server, target, openHttp(server, handle, address));
    },
  );
  return true;
}

function openHttp(server: AnyServer, handle: RemoteHandle | StreamHandle, address: string | null): http.Listening {
  handle.owner = server;
  server._clusterHandle = handle;
  if (!(handle instanceof RemoteHandle)) {
    const opened = http.listenDescriptor(handle.takeDescriptor());
    return opened;
  }
  const id = http.openWithoutSocket();
  handle.onConnection = (_handle, connection) => {
    if (server.maxConnections != null && server._connections >= server.maxConnections) drop(server, connection);
    else http.adopt(id, connection.takeDescriptor());
  };
  // The native server keeps the loop alive instead.
  handle.unref();
  const sockname: Endpoint = {};
  handle.getsockname(sockname);
  return {
    server: id,
    port: sockname.port ?? 0,
    address: sockname.address ?? address ?? "",
    family: sockname.family ?? "",
  };
}

function drop(server: AnyServer, connection: StreamHandle): void {
  const local: Endpoint = {};
  const remote: Endpoint = {};
  connection.getsockname(local);
  connection.getpeername(remote);
  connection.close();
  server.emit("drop", {
    localAddress: local.address,
    localPort: local.port,
    localFamily: local.family,
    remoteAddress: remote.address,
    remotePort: remote.port,
    remoteFamily: remote.family,
  });
}
