// The class `WebSocketServer` of `ws`, over servers of `node:http`.
// https://github.com/websockets/ws/blob/master/doc/ws.md#class-websocketserver
import { acceptKey, type Connection, WebSocket } from "internal:bun/ws/socket";
import { nextTick } from "internal:core/ticks";
import type { Bytes } from "internal:bun/ws/frames";
import EventEmitter from "internal:node/events";
import http from "internal:node/http";

const BYTES_MAX = 100 * 1024 * 1024;
const KEY = /^[+/0-9A-Za-z]{22}==$/;
const UPGRADE_REQUIRED = 426;

/** A request of `node:http`. */
interface Request {
  method: string;
  url: string;
  headers: Record<string, string | undefined>;
  socket: { encrypted?: boolean };
}

/** The connection of a request. */
interface RequestSocket extends Connection {
  readable: boolean;
  writable: boolean;
  once(event: string, listener: () => void): unknown;
}

interface HttpServer {
  on(event: string, listener: Listener): unknown;
  removeListener(event: string, listener: Listener): unknown;
  listen(port: number, host?: string, backlog?: number, callback?: () => void): unknown;
  close(callback: () => void): unknown;
  address(): unknown;
}

type Listener = (...args: never[]) => void;
type Handled = (client: WebSocket, request: Request) => void;
type Decide = (isAllowed: boolean, code?: number, message?: string, fields?: Record<string, string>) => void;
type Verify = (info: { origin?: string; secure: boolean; req: Request }, decide: Decide) => unknown;

interface ServerOptions {
  host?: string;
  port?: number | null;
  backlog?: number;
  server?: HttpServer | null;
  noServer?: boolean;
  path?: string | null;
  verifyClient?: Verify | null;
  handleProtocols?: ((protocols: Set<string>, request: Request) => string | false) | null;
  clientTracking?: boolean;
  maxPayload?: number;
  WebSocket?: new (address: null) => WebSocket;
}

/** A server of WebSockets: with its own port, on the server of a program, or without one. */
export class WebSocketServer extends EventEmitter {
  options: ServerOptions;
  path: string | null;
  clients: Set<WebSocket> | undefined;
  #server: HttpServer | null = null;
  #isOwn = false;
  #listeners: Record<string, Listener> = {};

  constructor(options: ServerOptions = {}, callback?: () => void) {
    super();
    this.options = { maxPayload: BYTES_MAX, clientTracking: true, WebSocket, ...options };
    const { port = null, server = null, noServer = false, host, backlog } = this.options;
    if (Number(port !== null) + Number(server !== null) + Number(noServer === true) !== 1)
      throw new TypeError('One and only one of the "port", "server", or "noServer" options must be specified');
    this.path = this.options.path ?? null;
    if (this.options.clientTracking) this.clients = new Set();
    if (port !== null) {
      this.#isOwn = true;
      this.#server = http.createServer(refuse as never) as unknown as HttpServer;
      this.#server.listen(port, host, backlog, callback);
    } else this.#server = server;
    if (this.#server === null) return;
    const upgrade = (request: Request, socket: RequestSocket, head: Bytes) =>
      this.handleUpgrade(request, socket, head, (client) => this.emit("connection", client, request));
    this.#listeners = {
      listening: () => this.emit("listening"),
      error: (error: Error) => this.emit("error", error),
      upgrade,
    };
    for (const [event, listener] of Object.entries(this.#listeners)) this.#server.on(event, listener);
  }

  address(): unknown {
    if (this.options.noServer) throw new Error('The server is operating in "noServer" mode');
    return this.#server?.address() ?? null;
  }

  /** Whether a request is for this server: by its path. */
  shouldHandle(request: Request): boolean {
    return this.path === null || request.url.replace(/\?.*$/s, "") === this.path;
  }

  /** Completes the handshake of a request, and calls back with its WebSocket. */
  handleUpgrade(request: Request, socket: RequestSocket, head: Bytes, callback: Handled): void {
    socket.on("error", () => socket.destroy());
    const { headers } = request;
    const key = headers["sec-websocket-key"];
    if (request.method !== "GET") return abort(socket, 405, "Invalid HTTP method");
    if (`${headers.upgrade}`.toLowerCase() !== "websocket") return abort(socket, 400, "Invalid Upgrade header");
    if (key === undefined || !KEY.test(key)) return abort(socket, 400, "Missing or invalid Sec-WebSocket-Key header");
    if (headers["sec-websocket-version"] !== "13" && headers["sec-websocket-version"] !== "8")
      return abort(socket, 400, "Missing or invalid Sec-WebSocket-Version header");
    if (!this.shouldHandle(request)) return abort(socket, 400);
    const complete = () => this.completeUpgrade(key, request, socket, head, callback);
    const { verifyClient } = this.options;
    if (!verifyClient) return complete();
    const origin = headers["sec-websocket-version"] === "8" ? headers["sec-websocket-origin"] : headers.origin;
    const info = { origin, secure: Boolean(request.socket.encrypted), req: request };
    if (verifyClient.length === 2)
      verifyClient(info, (isAllowed: boolean, code = 401, message?: string, fields?: Record<string, string>) =>
        isAllowed ? complete() : abort(socket, code, message, fields),
      );
    else if ((verifyClient as (given: typeof info) => unknown)(info)) complete();
    else abort(socket, 401);
  }

  /** Sends the response of the handshake, unless the client has left. */
  completeUpgrade(key: string, request: Request, socket: RequestSocket, head: Bytes, callback: Handled): void {
    if (!socket.readable || !socket.writable) {
      socket.destroy();
      return;
    }
    const lines = [
      "HTTP/1.1 101 Switching Protocols",
      "Upgrade: websocket",
      "Connection: Upgrade",
      `Sec-WebSocket-Accept: ${acceptKey(key)}`,
    ];
    const client = new this.options.WebSocket!(null);
    const offered = new Set<string>(
      `${request.headers["sec-websocket-protocol"] ?? ""}`.split(",").map((one) => one.trim()),
    );
    offered.delete("");
    if (offered.size > 0) {
      const { handleProtocols } = this.options;
      const protocol = handleProtocols ? handleProtocols(offered, request) : [...offered][0]!;
      if (protocol) {
        lines.push(`Sec-WebSocket-Protocol: ${protocol}`);
        client.protocol = protocol;
      }
    }
    this.emit("headers", lines, request);
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    client.attach(socket, head, this.options.maxPayload!);
    if (this.clients) {
      this.clients.add(client);
      client.on("close", () => this.clients!.delete(client));
    }
    callback(client, request);
  }

  /** Stops accepting; WebSockets that are open stay so. */
  close(callback?: (error?: Error) => void): void {
    if (callback) this.once("close", callback);
    for (const [event, listener] of Object.entries(this.#listeners)) this.#server?.removeListener(event, listener);
    const server = this.#server;
    this.#server = null;
    if (this.#isOwn && server !== null) server.close(() => this.emit("close"));
    else nextTick(() => this.emit("close"));
  }
}

function refuse(
  _request: unknown,
  response: { writeHead(code: number, fields: object): void; end(body: string): void },
): void {
  const body = http.STATUS_CODES[UPGRADE_REQUIRED]!;
  response.writeHead(UPGRADE_REQUIRED, { "Content-Length": body.length, "Content-Type": "text/plain" });
  response.end(body);
}

/** Refuses a handshake. */
function abort(
  socket: RequestSocket,
  code: number,
  message = http.STATUS_CODES[code] ?? "",
  fields: Record<string, string> = {},
): void {
  const all = {
    Connection: "close",
    "Content-Type": "text/html",
    "Content-Length": `${message.length}`,
    ...fields,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${code} ${http.STATUS_CODES[code]}\r\n${lines.join("")}\r\n${message}`);
}
