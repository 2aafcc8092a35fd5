// node:dgram. https://nodejs.org/api/dgram.html
import "internal:node/dgram/options";
import { Socket } from "internal:node/dgram/socket";

/** `dgram.createSocket(type, listener)`: `type` is "udp4", "udp6" or an object of options. */
function createSocket(type: any, listener: any): any {
  return new (Socket as any)(type, listener);
}

export default { createSocket, Socket };
