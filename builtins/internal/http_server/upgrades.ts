// Accepts the WebSocket handshake of a server's request.
import { RequestFlags, WebSocketFlags } from "native:http_server";
import { type ServerRequest } from "internal:http_server/server_request";
import { acceptWebSocket, field } from "native:http_server";
import defer * as headers from "web:headers";

/** How a server's WebSockets behave. */
export interface SocketSettings {
  messageBytesMax: number;
  idleTimeoutMs: number;
  sendsPings: boolean;
  compresses: boolean;
  /** Whether a protocol is agreed on only when the program sets one. */
  needsProtocol?: boolean;
}

/** Makes the connection of `request` a WebSocket. `init`: headers of the response. False when the client did not request one. */
export function acceptUpgrade(request: ServerRequest, init: unknown, settings: SocketSettings): boolean {
  const { connection, sequence } = request;
  if (request.isUpgraded || request.method !== "GET" || (request.flags & RequestFlags.UPGRADE) === 0) return false;
  if (
    field(connection, sequence, "upgrade")?.toLowerCase() !== "websocket" ||
    field(connection, sequence, "sec-websocket-version") !== "13"
  )
    return false;
  let extra = "";
  let protocol: string | null = null;
  if (init !== undefined && init !== null) {
    const { pairs } = headers.parseHeadersInit(init, "Headers constructor");
    for (let index = 0; index < pairs.length; index += 2) {
      if (pairs[index] === "sec-websocket-protocol") protocol = pairs[index + 1]!;
      extra += `${pairs[index]}: ${pairs[index + 1]}\r\n`;
    }
  }
  // As in Bun, the default is the first protocol that the client offers.
  const offered =
    protocol === null && settings.needsProtocol !== true ? field(connection, sequence, "sec-websocket-protocol") : null;
  if (typeof offered === "string" && offered !== "")
    extra += `Sec-WebSocket-Protocol: ${offered.split(",", 1)[0]!.trim()}\r\n`;
  const flags =
    (settings.compresses ? WebSocketFlags.COMPRESS : 0) | (settings.sendsPings ? WebSocketFlags.SEND_PINGS : 0);
  if (!acceptWebSocket(connection, sequence, extra, flags, settings.messageBytesMax, settings.idleTimeoutMs))
    return false;
  request.isUpgraded = true;
  return true;
}
