// The package `ws`, which programs of Bun have without installing it: Vite requires it there. An installed one is used instead.
import { WebSocketServer } from "internal:bun/ws/server";
import { WebSocket } from "internal:bun/ws/socket";

const exports = Object.assign(WebSocket, { WebSocket, WebSocketServer, Server: WebSocketServer });

export default exports;
export const createWebSocketStream = WebSocket.createWebSocketStream;
export { WebSocket, WebSocketServer, WebSocketServer as Server };
