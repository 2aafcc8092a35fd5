// node:dgram. https://nodejs.org/api/dgram.html
import "internal:node/dgram/options";
import { type MessageListener, Socket, type SocketOptions } from "internal:node/dgram/socket";

/** `dgram.createSocket(type, listener)`: `type` is "udp4", "udp6" or an object of options. */
function createSocket(type: string | SocketOptions, listener?: MessageListener): Socket {
  return new Socket(type, listener);
}

export default { createSocket, Socket };
