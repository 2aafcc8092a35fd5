// `Deno.upgradeWebSocket`.
import { MessageKind } from "native:http_server";
import { type ServerRequest } from "internal:http_server/server_request";
import { addSocket } from "internal:http_server/websockets";
import { acceptUpgrade } from "internal:http_server/upgrades";
import { attachSocket, type SocketEvents, type SocketLink } from "web:websocket";
import { isRequest, providerOf } from "web:request";
import { responseFromNetwork } from "web:response";
import { setImmediate } from "internal:core/timers";
import { closeWebSocket, destroy, field, sendMessage } from "native:http_server";

const MESSAGE_BYTES_MAX = 64 * 1024 * 1024;
const IDLE_TIMEOUT_S = 30;
const NO_CODE = 1005;

/**
 * Makes the connection of a request a WebSocket. Returns the socket, and the response that the handler has to return.
 * Throws a TypeError when the client did not request one.
 */
export function upgradeWebSocket(request: unknown, options: any = {}): { response: unknown; socket: unknown } {
  checkHeaders(request);
  const provider = isRequest(request) ? (providerOf(request) as ServerRequest | null) : null;
  if (provider === null) throw new TypeError("Request must be a request that Deno.serve gave to its handler");
  const { connection } = provider;
  const headers: [string, string][] = [["sec-websocket-protocol", protocolOf(provider, options.protocol)]];
  const settings = {
    messageBytesMax: MESSAGE_BYTES_MAX,
    idleTimeoutMs: (options.idleTimeout ?? IDLE_TIMEOUT_S) * 1000,
    sendsPings: true,
    compresses: false,
    needsProtocol: true,
  };
  const url = provider.url().replace(/^http/, "ws");
  if (!acceptUpgrade(provider, headers[0]![1] === "" ? NO_PROTOCOL : headers, settings))
    throw new TypeError("Invalid Header: the request is no WebSocket handshake");
  const socket: any = attachSocket(url, (events) => new ServerLink(connection, events, headers[0]![1]));
  socket.binaryType = "arraybuffer";
  const response = responseFromNetwork({
    status: 101,
    statusText: "Switching Protocols",
    headers: () => [],
    header: () => null,
    body: null,
    url: "",
    redirected: false,
    type: "default",
  });
  return { response, socket };
}

function checkHeaders(request: any): void {
  const contains = (name: string, word: string): boolean =>
    `${request?.headers?.get(name) ?? ""}`.split(",").some((one) => one.trim().toLowerCase() === word);
  if (!contains("upgrade", "websocket"))
    throw new TypeError("Invalid Header: 'upgrade' header must contain 'websocket'");
  if (!contains("connection", "upgrade"))
    throw new TypeError("Invalid Header: 'connection' header must contain 'Upgrade'");
  if (request.headers.get("sec-websocket-key") === null)
    throw new TypeError("Invalid Header: 'sec-websocket-key' header must be set");
}

const NO_PROTOCOL: [string, string][] = [];

function protocolOf(request: ServerRequest, protocol: any): string {
  if (protocol === undefined || protocol === "") return "";
  const offered = field(request.connection, request.sequence, "sec-websocket-protocol") ?? "";
  if (!offered.split(",").some((name: string) => name.trim() === protocol))
    throw new TypeError(`Protocol '${protocol}' not in the request's protocol list (non negotiable)`);
  return protocol;
}

class ServerLink implements SocketLink {
  #connection: number;
  #isGone = false;

  constructor(connection: number, events: SocketEvents, protocol: string) {
    this.#connection = connection;
    addSocket(connection, {
      message: (kind, data, code) => {
        if (kind === MessageKind.CLOSE) {
          events.closing(code, data as string);
          this.#end(events);
        } else if (kind < MessageKind.CLOSE) events.message(kind, data);
      },
      drained: () => events.sent(),
      closed: () => {
        this.#isGone = true;
        events.gone();
      },
      stopped: () => {
        events.closing(NO_CODE, "");
        this.#end(events);
      },
    });
    // Listeners are added after the socket is returned.
    setImmediate(() => {
      if (!this.#isGone) events.opened(protocol, "");
    });
  }

  // The native side replies to the closing frame and ends the connection.
  #end(events: SocketEvents): void {
    this.#isGone = true;
    setImmediate(() => events.gone());
  }

  send(data: string | Uint8Array, kind: number): number {
    return kind === MessageKind.PING || this.#isGone ? 0 : sendMessage(this.#connection, data, kind);
  }

  close(code: number, reason: string): void {
    if (!this.#isGone) closeWebSocket(this.#connection, code, reason, false);
  }

  abort(): void {
    if (!this.#isGone) destroy(this.#connection, 0, false);
  }
}
