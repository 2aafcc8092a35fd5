// A server whose handler maps a Request to a Response: the common part of `Bun.serve`, `Deno.serve` and
// `export default { fetch }`. The native server calls `#request` once per request.
import { Refusal, RequestFlags, SendFlags, type ServerHandlers } from "native:http_server";
import { type Response } from "web:response";
import { ServerRequest, UNIX_ORIGIN } from "internal:http_server/server_request";
import { type Style, sendResponse } from "internal:http_server/send_response";
import { isSending, onClosed, onDrained, watchResponse } from "internal:http_server/connections";
import { closeSocket, isSocket, onSocketMessage, notifyClosed, notifyDrained } from "internal:http_server/websockets";
import { startTimeoutSweep } from "internal:http_server/timeout_sweep";
import type { TlsOptions } from "internal:http_server/tls";
import { task } from "internal:core/loop";
import { loopState } from "internal:core/loop_state";
import { runTicks } from "internal:core/ticks";
import { capture, destroyed, type Scope } from "internal:core/async/context";
import defer * as scopes from "internal:web/http/request_scopes";
import defer * as http2 from "internal:http_server/http2_connections";
import defer * as secure from "internal:http_server/tls";
import * as uncaught from "internal:core/uncaught";
import {
  closeAll,
  closeIdle,
  configure,
  connectionCount,
  destroy,
  field,
  listen,
  listenPath,
  respond,
  send,
  setHandlers,
  setReferenced,
  stopListening,
} from "native:http_server";
import { LoopWord, runJobs } from "native:realm";

/** Options of a server. */
export interface FetchServerOptions {
  hostname: string;
  port: number;
  path?: string | undefined;
  sharesPort?: boolean | undefined;
  ipv6Only?: boolean | undefined;
  /** Idle time of a connection in milliseconds; 0: none. */
  idleTimeoutMs: number;
  /** The maximum length of a request's body. */
  bodyBytesMax: number;
  style: Style;
  /** Enables TLS, with one context per element; the first is the default. */
  tls?: TlsOptions[] | undefined;
  /** Handles a request. An exception is passed to `onError`. */
  handle(request: ServerRequest): Response | Promise<Response>;
  /** Makes the response for a handler that failed. */
  onError(error: unknown): Response | Promise<Response>;
  /** Reports that `onError` failed too. The client receives a 500. */
  reportFailure(error: unknown): void;
  /** Is called with the error of a response body that fails after it was partly sent. */
  bodyFailed(error: unknown): void;
}

const BACKLOG = 511;
const HEAD_TIMEOUT_MS = 60_000;
const REQUEST_TIMEOUT_MS = 300_000;
const HEAD_BYTES_MAX = 16 * 1024;
const DENO_HEAD_BYTES_MAX = 64 * 1024;
const FIELD_COUNT_MAX = 200;
/** The code of a request that is the preface of HTTP/2 (RFC 9113 §3.4). */
const HTTP2_PREFACE = "HPE_PAUSED_H2_UPGRADE";
const BAD_REQUEST = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n";
const TOO_LARGE = "HTTP/1.1 413 Payload Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

let listeningCount = 0;

/** Whether any server accepts connections, also one that does not keep the process alive. */
export function isListening(): boolean {
  return listeningCount > 0;
}

export class FetchServer {
  readonly id: number;
  readonly port: number;
  readonly address: string;
  readonly family: string;
  readonly origin: string;
  #pendingCount = 0;
  /** A handler is being called. */
  #isHandling = false;
  #options: FetchServerOptions;
  /** In-flight requests whose handler or body is not done, by the number of their connection. */
  #inFlight: (ServerRequest | undefined)[] = [];
  /** Connections that became WebSockets. */
  #sockets = new Set<number>();
  #isListening = true;
  #scope: Scope | undefined;
  #whenIdle: (() => void)[] = [];
  /** The connections of clients that speak HTTP/2; null without any. */
  #http2: http2.Http2Connections | null = null;
  /** The handler of this task returned a promise. */
  #hasJobs = false;

  /** Starts to listen. Throws the system's error. */
  constructor(options: FetchServerOptions) {
    this.#options = options;
    const flags = (options.sharesPort ? 1 : 0) | (options.ipv6Only ? 2 : 0);
    // Before listening: invalid options leave no server behind.
    const contexts = options.tls === undefined ? undefined : secure.sharedContexts(options.tls);
    const listening =
      options.path === undefined
        ? listen(options.hostname, options.port, BACKLOG, flags)
        : listenPath(options.path, BACKLOG);
    listeningCount++;
    this.id = listening.server;
    this.port = listening.port;
    this.address = listening.address;
    this.family = listening.family;
    this.origin = originOf(options, listening);
    if (contexts !== undefined) secure.setContexts(this.id, contexts);
    configure(this.id, {
      headTimeoutMs: HEAD_TIMEOUT_MS,
      requestTimeoutMs: REQUEST_TIMEOUT_MS,
      idleTimeoutMs: options.idleTimeoutMs,
      headBytesMax: options.style.isDeno ? DENO_HEAD_BYTES_MAX : HEAD_BYTES_MAX,
      fieldCountMax: FIELD_COUNT_MAX,
      requestsMax: 0,
      connectionsMax: 0,
      lenience: 0,
    });
    const handlers: ServerHandlers = {
      request: (connection: number, sequence: number, method: number, flags: number, url: string | undefined) =>
        this.#request(connection, sequence, method, flags, url),
      wantsUrls: true,
      body: task((connection: number, sequence: number, bytes: Uint8Array | null, isLast: boolean) =>
        this.#body(connection, sequence, bytes, isLast),
      ),
      drained: task((connection: number, sequence: number) => {
        if (!notifyDrained(connection)) onDrained(connection, sequence);
      }),
      closed: task((connection: number) => {
        this.#closed(connection);
        notifyClosed(connection);
      }),
      refused: (connection: number, statusAndOffset: number, code: string, _reason: string, bytes: Uint8Array) =>
        code === HTTP2_PREFACE && this.#options.style.isDeno
          ? this.#acceptHttp2(connection, bytes, statusAndOffset >>> Refusal.OFFSET_SHIFT)
          : this.#refused(connection, code),
      message: onSocketMessage,
    };
    const scope = (this.#scope = capture("TCPSERVERWRAP", this));
    setHandlers(this.id, scope === undefined ? handlers : scopes.withScopes(handlers, scope));
    startTimeoutSweep();
  }

  /** Replaces the handlers. */
  reload(options: Partial<FetchServerOptions>): void {
    this.#options = { ...this.#options, ...options };
  }

  #request(connection: number, sequence: number, method: number, flags: number, url: string | undefined): number {
    let result = 0;
    this.#isHandling = true;
    try {
      result = this.#handle(connection, sequence, method, flags, url);
    } catch (error) {
      uncaught.handle(error);
    }
    this.#isHandling = false;
    if (loopState[LoopWord.TICKS] !== 0) runTicks();
    if (this.#hasJobs) {
      this.#hasJobs = false;
      runJobs();
    }
    return result;
  }

  #handle(connection: number, sequence: number, method: number, flags: number, url: string | undefined): number {
    if (flags !== 1 && flags !== 0 && this.#isRefused(connection, sequence, flags)) return 0;
    const request = new ServerRequest(connection, sequence, method, flags, this.origin, url);
    request.keepsTarget = this.#options.style.isDeno;
    let response: Response | Promise<Response>;
    try {
      response = this.#options.handle(request);
      if (request.isUpgraded) {
        this.#upgraded(request);
        return 0;
      }
      if (!(response instanceof Promise)) {
        // The program may still read the body.
        if (request.startedBody !== null) this.#inFlight[connection] = request;
        return this.#send(request, response, true);
      }
    } catch (error) {
      this.#fail(request, error);
      return 0;
    }
    this.#wait(request, response);
    return 0;
  }

  /** The connection of the request is a WebSocket. In Bun, the end of the connection aborts the request's signal. */
  #upgraded(request: ServerRequest): void {
    this.#sockets.add(request.connection);
    if (request.hasSignal && !this.#options.style.isDeno) this.#inFlight[request.connection] = request;
    this.#completed(request);
  }

  /** Responds to invalid requests, which have no or several Host fields or a too long body. */
  #isRefused(connection: number, sequence: number, flags: number): boolean {
    if ((flags & RequestFlags.HOST_INVALID) !== 0 && (flags & 32) === 0 && !this.#mayLackHost(connection, sequence)) {
      send(connection, sequence, "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", null, 3);
      return true;
    }
    if ((flags & RequestFlags.BODY) === 0) return false;
    const length = Number(field(connection, sequence, "content-length") ?? 0);
    if (length > this.#options.bodyBytesMax) {
      send(connection, sequence, TOO_LARGE, null, 3);
      return true;
    }
    if ((flags & RequestFlags.EXPECT_CONTINUE) !== 0)
      send(connection, sequence, "HTTP/1.1 100 Continue\r\n\r\n", null, 16);
    return false;
  }

  /** Deno accepts a request of HTTP/1.1 without a Host field, but not one with several. */
  #mayLackHost(connection: number, sequence: number): boolean {
    return this.#options.style.isDeno && (field(connection, sequence, "host") ?? null) === null;
  }

  #wait(request: ServerRequest, promise: Promise<Response>): void {
    const { connection, sequence } = request;
    this.#pendingCount++;
    this.#hasJobs = true;
    this.#inFlight[connection] = request;
    // One reaction for both outcomes: `then().catch()` would make a second promise and a second job for each request.
    promise.then(
      (response) => {
        this.#done(request);
        if (request.isUpgraded) {
          if (isSocket(connection)) this.#upgraded(request);
          else this.#completed(request);
          return;
        }
        try {
          this.#send(request, response, false);
        } catch (error) {
          this.#fail(request, error);
        }
      },
      (error) => {
        this.#done(request);
        this.#fail(request, error);
      },
    );
  }

  #done(request: ServerRequest): void {
    if (this.#inFlight[request.connection] === request && request.startedBody === null)
      this.#inFlight[request.connection] = undefined;
    this.#pendingCount = Math.max(0, this.#pendingCount - 1);
  }

  #fail(request: ServerRequest, error: unknown): void {
    const { connection, sequence } = request;
    const { onError, reportFailure } = this.#options;
    const onFailure = (second: unknown): void => {
      respond(connection, sequence, 500, 1, "Internal Server Error");
      reportFailure(second);
    };
    try {
      const result = onError(error);
      if (result instanceof Promise)
        result.then((response) => void this.#send(request, response, false)).catch(onFailure);
      else this.#send(request, result, false);
    } catch (second) {
      onFailure(second);
    }
  }

  #acceptHttp2(connection: number, bytes: Uint8Array, prefaceEnd: number): boolean {
    try {
      this.#http2 ??= new http2.Http2Connections(this.origin, () => this.#options);
      this.#http2.accept(connection, bytes, prefaceEnd);
    } catch (error) {
      uncaught.handle(error);
    }
    if (loopState[LoopWord.TICKS] !== 0) runTicks();
    return true;
  }

  #body(connection: number, sequence: number, bytes: Uint8Array | null, isLast: boolean): void {
    if (this.#http2 !== null && this.#http2.receive(connection, bytes, isLast)) return;
    const request = this.#inFlight[connection];
    if (request !== undefined && request.sequence === sequence && request.startedBody !== null) {
      // The length of a chunked body is not known in advance.
      if (request.startedBody.receivedBytes + (bytes?.length ?? 0) > this.#options.bodyBytesMax)
        return this.#rejectTooLong(request);
      request.startedBody.push(bytes, isLast);
    }
    if (isLast) this.#inFlight[connection] = undefined;
  }

  // The rest of a body is invalid or missing: fails its reader. In Bun an invalid one gets a 400, in Deno the response of the
  // handler. Returns true when no other response is sent.
  #refused(connection: number, code: string): boolean {
    const request = this.#inFlight[connection];
    if (request === undefined) return false;
    this.#inFlight[connection] = undefined;
    try {
      this.#abort(request);
    } catch (error) {
      uncaught.handle(error);
    }
    // Closed before the handler continues: its response cannot be sent.
    const isTruncated = code === "HPE_INVALID_EOF_STATE";
    const isOver = isTruncated || !this.#options.style.isDeno;
    if (isTruncated || (isOver && request.isStreaming)) {
      destroy(connection, 0, false);
      onClosed(connection);
    } else if (isOver) {
      send(connection, request.sequence, BAD_REQUEST, null, SendFlags.END | SendFlags.CLOSE | SendFlags.QUIET);
    }
    if (loopState[LoopWord.TICKS] !== 0) runTicks();
    runJobs();
    return isOver;
  }

  #rejectTooLong(request: ServerRequest): void {
    const { connection, sequence } = request;
    this.#inFlight[connection] = undefined;
    send(connection, sequence, TOO_LARGE, null, 3);
    this.#abort(request);
  }

  #abort(request: ServerRequest): void {
    const { reason, failure } = this.#options.style.disconnected();
    request.abort(reason, failure);
  }

  #send(request: ServerRequest, response: Response, mayReturn: boolean): number {
    const result = sendResponse(response, request, this.#options.style, mayReturn);
    // Only a stream is still being sent after the call.
    if (isSending()) this.#watch(request);
    this.#completed(request);
    return result;
  }

  #watch(request: ServerRequest): void {
    const isStreaming = watchResponse(request.connection, request.sequence, {
      onDisconnected: () => this.#abort(request),
      onFailed: this.#options.bodyFailed,
      onOver: () => {
        this.#pendingCount--;
      },
    });
    if (isStreaming) this.#pendingCount++;
  }

  #completed(request: ServerRequest): void {
    const { style } = this.#options;
    if (style.isDeno && !request.isStreaming) request.complete(style);
  }

  #closed(connection: number): void {
    const request = this.#inFlight[connection];
    if (request !== undefined) {
      this.#inFlight[connection] = undefined;
      this.#abort(request);
    }
    this.#sockets.delete(connection);
    onClosed(connection);
    if (!this.#isListening && connectionCount(this.id) === 0) this.#becomeIdle();
  }

  #becomeIdle(): void {
    const resolvers = this.#whenIdle;
    this.#whenIdle = [];
    for (const resolve of resolvers) resolve();
  }

  /** How many requests have no complete response yet. */
  get pendingRequests(): number {
    return this.#pendingCount + (this.#isHandling ? 1 : 0);
  }

  /** Whether the server still accepts connections. */
  get isListening(): boolean {
    return this.#isListening;
  }

  /** Closes all WebSockets, the latest first. */
  closeSockets(code: number, reason: string): void {
    for (const connection of [...this.#sockets].toReversed()) {
      try {
        closeSocket(connection, code, reason);
      } catch (error) {
        uncaught.handle(error);
      }
    }
    this.#sockets.clear();
  }

  /** Stops listening; resolves when all connections are closed. */
  stop(closesActive: boolean): Promise<void> {
    if (this.#isListening) listeningCount--;
    this.#isListening = false;
    stopListening(this.id, false);
    if (this.#scope !== undefined) destroyed(this.#scope);
    this.#scope = undefined;
    if (closesActive) closeAll(this.id);
    else this.#http2?.close();
    if (connectionCount(this.id) === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenIdle.push(resolve);
    });
  }

  /** Closes the connections that have no request in flight. Returns how many. */
  closeIdle(): number {
    const before = connectionCount(this.id);
    closeIdle(this.id);
    return before - connectionCount(this.id);
  }

  /** Sets whether the server keeps the process alive. */
  setReferenced(referenced: boolean): void {
    setReferenced(this.id, referenced);
  }
}

/** The origin of requests without a Host. */
function originOf({ style, tls, path }: FetchServerOptions, listening: ReturnType<typeof listen>): string {
  const { address, family, port } = listening;
  const scheme = tls === undefined ? "http" : "https";
  if (!style.isDeno) return `${scheme}://${family === "IPv6" ? `[${address}]` : address}:${port}`;
  return path === undefined ? `${scheme}://localhost:${port}` : `${UNIX_ORIGIN}${encodeAll(path)}`;
}

function encodeAll(path: string): string {
  return encodeURIComponent(path).replace(
    /[-_.!~*'()]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
