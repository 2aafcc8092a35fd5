// node:net. https://nodejs.org/api/net.html
import "internal:node/net/socket_options";
import { normalizeArgs } from "internal:node/net/arguments";
import {
  getDefaultAutoSelectFamily,
  getDefaultAutoSelectFamilyAttemptTimeout,
  setDefaultAutoSelectFamily,
  setDefaultAutoSelectFamilyAttemptTimeout,
} from "internal:node/net/defaults";
import { isIP, isIPv4, isIPv6 } from "internal:core/ip_address";
import { Server } from "internal:node/net/server";
import { Socket } from "internal:node/net/socket";
import { load } from "internal:core/bootstrap";
import type { StreamHandle } from "internal:node/net/handle";
import type { ServerOptions } from "internal:node/net/types";
import defer * as listening from "internal:node/net/listen";

/** `net.connect`, `net.createConnection`: a new socket that connects. The arguments are those of `socket.connect`. */
function connect(...args: unknown[]): Socket {
  const normalized = normalizeArgs(args);
  const [options] = normalized;
  const socket = new Socket(options);
  if (options.timeout) socket.setTimeout(options.timeout);
  return socket.connect(normalized);
}

/** `net.createServer(options, connectionListener)`. */
function createServer(options?: ServerOptions, connectionListener?: (socket: Socket) => void): Server {
  return new Server(options, connectionListener);
}

function _createServerHandle(
  address: string | null,
  port: number,
  addressType: number,
  fd?: number,
  flags?: number,
): StreamHandle | number {
  return listening.createServerHandle(address, port, addressType, fd, flags);
}

const net = {
  _createServerHandle,
  _normalizeArgs: normalizeArgs,
  BlockList: undefined,
  SocketAddress: undefined,
  BoundSocket: undefined,
  connect,
  createConnection: connect,
  createServer,
  isIP,
  isIPv4,
  isIPv6,
  Server,
  Socket,
  Stream: Socket,
  getDefaultAutoSelectFamily,
  setDefaultAutoSelectFamily,
  getDefaultAutoSelectFamilyAttemptTimeout,
  setDefaultAutoSelectFamilyAttemptTimeout,
};

// Classes that few programs use are evaluated on first use.
for (const [name, id] of [
  ["BlockList", "block_list"],
  ["SocketAddress", "socket_address"],
  ["BoundSocket", "bound_socket"],
] as const) {
  Object.defineProperty(net, name, {
    get: () => load(`internal:node/net/${id}`)[name],
    enumerable: true,
    configurable: true,
  });
}

export default net;
