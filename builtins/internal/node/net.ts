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
import defer * as listening from "internal:node/net/listen";

/** `net.connect`, `net.createConnection`: a new socket that connects. The arguments are those of `socket.connect`. */
function connect(...args: any[]): any {
  const normalized = normalizeArgs(args);
  const [options] = normalized;
  const socket = new (Socket as any)(options);
  if (options.timeout) socket.setTimeout(options.timeout);
  return socket.connect(normalized);
}

/** `net.createServer(options, connectionListener)`. */
function createServer(options: any, connectionListener: any): any {
  return new (Server as any)(options, connectionListener);
}

function _createServerHandle(address: any, port: any, addressType: any, fd: any, flags: any): any {
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

// Classes that few programs use are made by their first use.
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
