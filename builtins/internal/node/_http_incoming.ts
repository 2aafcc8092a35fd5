// node:_http_incoming, a private module of Node that packages import.
import { IncomingMessage } from "internal:node/http/incoming";
import type { MessageSocket } from "internal:node/http/message_socket";

export default {
  IncomingMessage,
  readStart(socket: MessageSocket | null): void {
    if (socket && !socket._paused && socket.readable) socket.resume();
  },
  readStop(socket: MessageSocket | null): void {
    socket?.pause?.();
  },
};
