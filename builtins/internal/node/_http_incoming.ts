// node:_http_incoming, a private module of Node that packages import.
import { IncomingMessage } from "internal:node/http/incoming";

export default {
  IncomingMessage,
  readStart(socket: any): void {
    if (socket && !socket._paused && socket.readable) socket.resume();
  },
  readStop(socket: any): void {
    socket?.pause?.();
  },
};
