// Sockets and servers that are sent through a channel: their kinds, what happens to the sent object, and what the receiver makes of
// the handle. The file descriptor itself is sent with the message (SCM_RIGHTS).
import { load } from "internal:core/bootstrap";
import defer * as datagrams from "internal:node/dgram/handle";
import defer * as datagramSockets from "internal:node/dgram/socket";
import { adoptDescriptor, StreamHandle } from "internal:node/net/handle";
import defer * as socketLists from "internal:node/child_process/socket_list";
import type { ChannelTarget, InternalMessage } from "internal:node/child_process/channel";
import type { Socket } from "internal:node/net/types";
import { SocketKind, kindOfSocket } from "native:child_process";
import defer * as http from "native:http_server";

/** What is sent: the native handle, and whether this process closes it afterwards. */
export interface SentHandle {
  handle: { readonly fd: number; close?(): void };
  isTransferred: boolean;
}

/** Opens a handle over a file descriptor that arrived with a message. */
export function openHandle(fd: number): StreamHandle | datagrams.DatagramHandle | undefined {
  const kind = kindOfSocket(fd) & SocketKind.MASK;
  if (kind === SocketKind.DATAGRAM) {
    const adopted = datagrams.adoptUdpDescriptor(fd);
    return typeof adopted === "number" ? undefined : adopted;
  }
  const handle = adoptDescriptor(fd, kind === SocketKind.LISTENING);
  return typeof handle === "number" ? undefined : handle;
}

/** Node's name for the kind of an object that can be sent; undefined for others. */
export function typeOf(object: object): string | undefined {
  const net = load("internal:node/net").default;
  if (object instanceof net.Socket) return "net.Socket";
  if (object instanceof net.Server || isHttpServer(object)) return "net.Server";
  if (object instanceof StreamHandle) return "net.Native";
  if (object instanceof datagrams.DatagramHandle) return "dgram.Native";
  return object instanceof datagramSockets.Socket ? "dgram.Socket" : undefined;
}

/** A listening http.Server, which is not a net.Server here. */
function isHttpServer(object: object): boolean {
  const { _nativeId: nativeId, _handle: handle } = object as { _nativeId?: unknown; _handle?: unknown };
  return typeof nativeId === "number" && handle !== null;
}

/** Prepares `object` for sending; adds to `message` what the receiver needs. Undefined when it has no open handle. */
export function prepare(
  target: ChannelTarget,
  message: InternalMessage,
  object: any,
  options: { keepOpen?: boolean },
): SentHandle | undefined {
  switch (message.type) {
    case "net.Socket":
      return prepareSocket(target, message, object, options);
    case "net.Server":
      return isHttpServer(object)
        ? { handle: { fd: http.descriptorOf(object._nativeId) }, isTransferred: false }
        : object._handle
          ? { handle: object._handle, isTransferred: false }
          : undefined;
    case "dgram.Socket": {
      message.dgramType = object.type;
      const { handle } = object[datagramSockets.kState];
      return handle ? { handle, isTransferred: false } : undefined;
    }
    case "dgram.Native":
      return { handle: object, isTransferred: false };
    default:
      return object.fd >= 0 ? { handle: object, isTransferred: false } : undefined;
  }
}

function prepareSocket(
  target: ChannelTarget,
  message: InternalMessage,
  socket: Socket,
  options: { keepOpen?: boolean },
): SentHandle | undefined {
  const handle = socket._handle;
  if (!handle) return undefined;
  if (socket.server) {
    message.key = socket.server._connectionKey;
    socketLists.sentFrom(socket.server, target, message.key!);
    // From here on the other process counts the connection.
    if (!options.keepOpen) socket.server._connections--;
  }
  if (!options.keepOpen) {
    handle.readStop();
    socket._handle = null;
    socket.setTimeout(0);
  }
  return { handle, isTransferred: !options.keepOpen };
}

/** The file descriptor to send. */
export function descriptorOf(sent: SentHandle): number {
  return sent.handle.fd;
}

/** Whether this process closes the handle once it has arrived. */
export function isTransferred(sent: SentHandle): boolean {
  return sent.isTransferred;
}

/** Closes a transferred handle that has arrived, or could not be sent. */
export function closeSent(sent: SentHandle): void {
  if (sent.isTransferred) sent.handle.close!();
}

/** Makes the sent object of the handle that arrived with `message`, and passes it to `emit`. */
export function receive(
  target: ChannelTarget,
  message: InternalMessage,
  handle: object,
  emit: (object: unknown) => void,
): void {
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

function makeSocket(target: ChannelTarget, message: InternalMessage, handle: object): unknown {
  const socket = new (load("internal:node/net").default.Socket)({ handle, readable: true, writable: true });
  if (message.key) socketLists.receivedFor(target, message.key).add(socket);
  return socket;
}
