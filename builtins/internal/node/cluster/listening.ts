// `listen` of the servers of a worker: the primary is asked for the address. net.Server gets a handle; http.Server, which is
// native, serves the connections that the primary accepted by itself.
import { load } from "internal:core/bootstrap";
import { exceptionWithHostPort } from "internal:core/errors";
import { nextTick } from "internal:core/ticks";
import { listenOnHandle, setHandOver } from "internal:node/net/listen";
import { setHandOver as setHttpHandOver, finishListening, type HttpTarget } from "internal:node/http/listening";
import { finishBinding, setHandOver as setDatagramHandOver } from "internal:node/dgram/socket";
import * as http from "native:http_server";

const EADDRINUSE = -98;

/** Stands for a socket that listens in the primary. */
export class RemoteHandle {
  owner: any = null;
  onConnection: (handle: any, connection: any, errno: number) => void = (_handle, connection) => connection.close();
  kind: number;
  #sockname: any;
  #onClose: (() => void) | null;
  #isReferenced = true;
  #timer: any;

  constructor(sockname: any, onClose: () => void) {
    this.#sockname = sockname;
    this.kind = sockname === undefined ? 2 : 1;
    this.#onClose = onClose;
    this.#keepAlive();
  }

  // As a listening socket does.
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
  getsockname(out: any): number {
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

function cluster(): any {
  return load("internal:node/cluster").default;
}

/** Makes the servers of this process ask the primary. */
export function install(): void {
  setHandOver(listenForNet);
  setHttpHandOver(listenForHttp);
  setDatagramHandOver(bindDatagrams);
}

function listenForNet(server: any, target: any): boolean {
  const { address, port, family, backlog, fd, flags } = target;
  // A family that is to be found is IPv4's in the messages, as in Node.
  const addressType = family === 0 ? 4 : family;
  cluster()._getServer(server, { address, port, addressType, fd, flags, backlog }, (errno: number, handle: any) => {
    if (errno === 0 && isTaken(server)) {
      // Called twice before the first answer came: it listens where that told.
      handle.close();
      return;
    }
    const failure = errno !== 0 ? errno : isOther(handle, port) ? EADDRINUSE : 0;
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

/** A socket whose address was in use when it was bound gets another one as soon as it listens: look before. */
function isOther(handle: any, port: number): boolean {
  if (port <= 0) return false;
  const bound: any = {};
  return handle.getsockname(bound) === 0 && bound.port !== port;
}

function bindDatagrams(socket: any, { address, port, flags }: { address: string; port: number; flags: number }): void {
  cluster()._getServer(
    socket,
    { address, port, addressType: socket.type, fd: -1, flags },
    (errno: number, handle: any) => {
      finishBinding(socket, errno, handle, address, port);
    },
  );
}

function isTaken(server: any): boolean {
  return server._handle !== null && server._handle !== undefined;
}

function listenForHttp(server: any, target: HttpTarget): boolean {
  const { backlog, flags } = target;
  const address = target.path ?? target.host ?? null;
  const port = target.path === undefined && target.fd === undefined ? target.port! : -1;
  const addressType = target.path !== undefined || target.fd !== undefined ? -1 : target.host?.includes(":") ? 6 : 4;
  cluster()._getServer(
    server,
    { address, port, addressType, fd: target.fd, flags: flags & 2 ? 1 : 0, backlog },
    (errno: number, handle: any) => {
      const failure = errno !== 0 ? errno : isOther(handle, port) ? EADDRINUSE : 0;
      if (failure !== 0) {
        server.emit("error", exceptionWithHostPort(failure, "bind", address, port));
        return;
      }
      finishListening(server, target, openHttp(server, handle, address));
    },
  );
  return true;
}

function openHttp(server: any, handle: any, address: string | null): http.Listening {
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
  // The native server keeps the loop alive.
  handle.unref();
  const sockname: any = {};
  handle.getsockname(sockname);
  return {
    server: id,
    port: sockname.port ?? 0,
    address: sockname.address ?? address ?? "",
    family: sockname.family ?? "",
  };
}

function drop(server: any, connection: any): void {
  const local: any = {};
  const remote: any = {};
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
