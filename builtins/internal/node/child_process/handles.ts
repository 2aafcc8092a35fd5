// Sockets and servers that travel through a channel: which kinds there are, what each leaves behind and what it becomes
// at the other end. The descriptor itself goes with the message (SCM_RIGHTS).
import { load } from "internal:core/bootstrap";
import defer * as datagrams from "internal:node/dgram/handle";
import defer * as datagramSockets from "internal:node/dgram/socket";
import { adoptDescriptor, StreamHandle } from "internal:node/net/handle";
import defer * as socketLists from "internal:node/child_process/socket_list";
import { kindOfSocket } from "native:child_process";
import defer * as http from "native:http_server";

const KIND_MASK = 15;
const LISTENING = 2;
const DATAGRAM = 3;

/** What is sent: the native handle, and whether this process lets go of it. */
interface Taken {
  handle: any;
  isGivenAway: boolean;
}

/** The handle over a descriptor that came with a message. */
export function handleOver(fd: number): any {
  const kind = kindOfSocket(fd) & KIND_MASK;
  if (kind === DATAGRAM) {
    const adopted = datagrams.adoptUdpDescriptor(fd);
    return typeof adopted === "number" ? undefined : adopted;
  }
  const handle = adoptDescriptor(fd, kind === LISTENING);
  return typeof handle === "number" ? undefined : handle;
}

/** Node's name for the kind of an object that can be sent; undefined for others. */
export function typeOf(object: any): string | undefined {
  const net = load("internal:node/net").default;
  if (object instanceof net.Socket) return "net.Socket";
  if (object instanceof net.Server || isHttpServer(object)) return "net.Server";
  if (object instanceof StreamHandle) return "net.Native";
  if (object instanceof datagrams.DatagramHandle) return "dgram.Native";
  return object instanceof datagramSockets.Socket ? "dgram.Socket" : undefined;
}

/** A listening http.Server, which is no net.Server here. */
function isHttpServer(object: any): boolean {
  return typeof object._nativeId === "number" && object._handle !== null;
}

/** Prepares `object` for sending; adds to `message` what the other end needs. Undefined when it has no handle (any more). */
export function take(target: any, message: any, object: any, options: any): Taken | undefined {
  switch (message.type) {
    case "net.Socket":
      return takeSocket(target, message, object, options);
    case "net.Server":
      return isHttpServer(object)
        ? { handle: { fd: http.descriptorOf(object._nativeId) }, isGivenAway: false }
        : object._handle
          ? { handle: object._handle, isGivenAway: false }
          : undefined;
    case "dgram.Socket": {
      message.dgramType = object.type;
      const { handle } = object[datagramSockets.kState];
      return handle ? { handle, isGivenAway: false } : undefined;
    }
    case "dgram.Native":
      return { handle: object, isGivenAway: false };
    default:
      return object.fd >= 0 ? { handle: object, isGivenAway: false } : undefined;
  }
}

function takeSocket(target: any, message: any, socket: any, options: any): Taken | undefined {
  const handle = socket._handle;
  if (!handle) return undefined;
  if (socket.server) {
    message.key = socket.server._connectionKey;
    socketLists.sentFrom(socket.server, target, message.key);
    // The connection counts for the other process from now on.
    if (!options.keepOpen) socket.server._connections--;
  }
  if (!options.keepOpen) {
    handle.readStop();
    socket._handle = null;
    socket.setTimeout(0);
  }
  return { handle, isGivenAway: !options.keepOpen };
}

/** The descriptor to send. */
export function descriptorOf(taken: Taken): number {
  return taken.handle.fd;
}

/** Whether this process lets go of the handle as soon as it has arrived. */
export function isGivenAway(taken: Taken): boolean {
  return taken.isGivenAway;
}

/** Lets go of a handle that has arrived, or never will. */
export function closeSent(taken: Taken): void {
  if (taken.isGivenAway) taken.handle.close();
}

/** Makes of a handle that came with `message` what was sent, and hands it to `emit`. */
export function receive(target: any, message: any, handle: any, emit: (object: unknown) => void): void {
  switch (message.type) {
    case "net.Socket":
      return emit(makeSocket(target, message, handle));
    case "net.Server": {
      const server = new (load("internal:node/net").default.Server)();
      server.listen(handle, () => emit(server));
      return;
    }
    case "dgram.Socket": {
      const socket = new (load("internal:node/dgram").default.Socket)(message.dgramType);
      socket.bind(handle, () => emit(socket));
      return;
    }
    default:
      return emit(handle);
  }
}

function makeSocket(target: any, message: any, handle: any): unknown {
  const socket = new (load("internal:node/net").default.Socket)({ handle, readable: true, writable: true });
  if (message.key) socketLists.receivedFor(target, message.key).add(socket);
  return socket;
}
