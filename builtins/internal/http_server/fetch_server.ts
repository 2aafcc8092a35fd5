// A server whose handler takes a Request and gives a Response: the common part of `Bun.serve`, `Deno.serve` and
// `export default { fetch }`. The native side enters `#request` once per request.
import { type Response } from "web:response";
import { FLAG_BODY, ServerRequest } from "internal:http_server/server_request";
import { type Style, sendResponse } from "internal:http_server/send_response";
import { isSending, onClosed, onDrained, whenGone } from "internal:http_server/connections";
import { closeSocket, isSocket, onSocketMessage, tellClosed, tellDrained } from "internal:http_server/websockets";
import { startSweeping } from "internal:http_server/timeout_sweep";
import { task } from "internal:core/loop";
import { TICKS, loopState } from "internal:core/loop_state";
import { runTicks } from "internal:core/ticks";
import { capture } from "internal:core/async/context";
import defer * as scopes from "internal:web/http/request_scopes";
import defer * as secure from "internal:http_server/tls";
import * as uncaught from "internal:core/uncaught";
import {
  closeAll,
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
import { runJobs } from "native:realm";

/** What a server is made of. */
export interface FetchServerOptions {
  hostname: string;
  port: number;
  path?: string | undefined;
  shares?: boolean | undefined;
  ipv6Only?: boolean | undefined;
  /** Idle time of a connection in milliseconds; 0: none. */
  idleTimeoutMs: number;
  /** Bytes of a request's body at most. */
  bodyBytesMax: number;
  style: Style;
  /** Speaks TLS: options of `tls.createSecureContext`, with `requestCert`, `rejectUnauthorized` and `serverName`; the first is the default. */
  tls?: any[] | undefined;
  /** Answers a request; what it throws goes to `onError`. */
  handle(request: ServerRequest): Response | Promise<Response>;
  /** Answers for a handler that failed. */
  onError(error: unknown): Response | Promise<Response>;
  /** Tells the operator that `onError` failed too: the client has got a 500, and the server lives on. */
  tellFailure(error: unknown): void;
  /** Gets the error of a response body that fails half-way. */
  bodyFailed(error: unknown): void;
}

const BACKLOG = 511;
const HEAD_TIMEOUT_MS = 60_000;
const REQUEST_TIMEOUT_MS = 300_000;
const HEAD_BYTES_MAX = 16 * 1024;
const FIELD_COUNT_MAX = 200;
const FLAG_EXPECT_CONTINUE = 8;
const FLAG_HOST_WRONG = 64;
const TOO_LARGE = "HTTP/1.1 413 Payload Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

export class FetchServer {
  readonly id: number;
  readonly port: number;
  readonly address: string;
  readonly family: string;
  readonly origin: string;
  #waitingCount = 0;
  /** A handler runs at this moment. */
  #isHandling = false;
  #options: FetchServerOptions;
  /** Requests whose handler is not done, by the numbers of their connections, which are used again. */
  #running: (ServerRequest | undefined)[] = [];
  /** Connections that became WebSockets. */
  #sockets = new Set<number>();
  #isListening = true;
  #whenIdle: (() => void)[] = [];
  /** The handler of this task gave a promise. */
  #hasJobs = false;

  /** Listens at once. Throws the system's error. */
  constructor(options: FetchServerOptions) {
    this.#options = options;
    const flags = (options.shares ? 1 : 0) | (options.ipv6Only ? 2 : 0);
    // Before anybody can connect: wrong options leave no server behind.
    const contexts = options.tls === undefined ? undefined : secure.sharedContexts(options.tls);
    const listening =
      options.path === undefined
        ? listen(options.hostname, options.port, BACKLOG, flags)
        : listenPath(options.path, BACKLOG);
    this.id = listening.server;
    this.port = listening.port;
    this.address = listening.address;
    this.family = listening.family;
    this.origin = `${options.tls === undefined ? "http" : "https"}://${listening.family === "IPv6" ? `[${listening.address}]` : listening.address}:${listening.port}`;
    if (contexts !== undefined) secure.setContexts(this.id, contexts);
    configure(
      this.id,
      HEAD_TIMEOUT_MS,
      REQUEST_TIMEOUT_MS,
      options.idleTimeoutMs,
      HEAD_BYTES_MAX,
      FIELD_COUNT_MAX,
      0,
      0,
      0,
    );
    const handlers = {
      request: (connection: number, sequence: number, method: number, flags: number, url: string | undefined) =>
        this.#request(connection, sequence, method, flags, url),
      wantsUrls: true,
      body: task((connection: number, sequence: number, bytes: Uint8Array | null, isLast: boolean) =>
        this.#body(connection, sequence, bytes, isLast),
      ),
      drained: task((connection: number, sequence: number) => {
        if (!tellDrained(connection)) onDrained(connection, sequence);
      }),
      closed: task((connection: number) => {
        tellClosed(connection);
        this.#closed(connection);
      }),
      refused: (connection: number, _status: number, code: string) => this.#refused(connection, code),
      opened: undefined,
      message: onSocketMessage,
    };
    const scope = capture("TCPSERVERWRAP", this);
    setHandlers(this.id, scope === undefined ? handlers : scopes.withScopes(handlers, scope));
    startSweeping();
  }

  /** Replaces what answers requests. */
  reload(options: Partial<FetchServerOptions>): void {
    this.#options = { ...this.#options, ...options };
  }

  #request(connection: number, sequence: number, method: number, flags: number, url: string | undefined): number {
    let result = 0;
    this.#isHandling = true;
    try {
      result = this.#answer(connection, sequence, method, flags, url);
    } catch (error) {
      uncaught.handle(error);
    }
    this.#isHandling = false;
    if (loopState[TICKS] !== 0) runTicks();
    if (this.#hasJobs) {
      this.#hasJobs = false;
      runJobs();
    }
    return result;
  }

  #answer(connection: number, sequence: number, method: number, flags: number, url: string | undefined): number {
    if (flags !== 1 && flags !== 0 && this.#refuses(connection, sequence, flags)) return 0;
    const request = new ServerRequest(connection, sequence, method, flags, this.origin, url);
    let answer: Response | Promise<Response>;
    try {
      answer = this.#options.handle(request);
      if (request.isUpgraded) {
        this.#sockets.add(connection);
        this.#completed(request);
        return 0;
      }
      if (!(answer instanceof Promise)) {
        // A body that somebody reads on still needs its connection.
        if (request.startedBody !== null) this.#running[connection] = request;
        return this.#send(request, answer, true);
      }
    } catch (error) {
      this.#fail(request, error);
      return 0;
    }
    this.#wait(request, answer);
    return 0;
  }

  /** Answers what no handler shall see: a body that is too long, a request without one Host. */
  #refuses(connection: number, sequence: number, flags: number): boolean {
    if ((flags & FLAG_HOST_WRONG) !== 0 && (flags & 32) === 0) {
      send(connection, sequence, "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", null, 3);
      return true;
    }
    if ((flags & FLAG_BODY) === 0) return false;
    const length = Number(field(connection, sequence, "content-length") ?? 0);
    if (length > this.#options.bodyBytesMax) {
      send(connection, sequence, TOO_LARGE, null, 3);
      return true;
    }
    if ((flags & FLAG_EXPECT_CONTINUE) !== 0) send(connection, sequence, "HTTP/1.1 100 Continue\r\n\r\n", null, 16);
    return false;
  }

  #wait(request: ServerRequest, answer: Promise<Response>): void {
    const { connection, sequence } = request;
    this.#waitingCount++;
    this.#hasJobs = true;
    this.#running[connection] = request;
    // One reaction for both ends: `then().catch()` would make a second promise and a second job for each request.
    answer.then(
      (response) => {
        this.#done(request);
        if (request.isUpgraded) {
          if (isSocket(connection)) this.#sockets.add(connection);
          this.#completed(request);
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
    if (this.#running[request.connection] === request && request.startedBody === null)
      this.#running[request.connection] = undefined;
    this.#waitingCount = Math.max(0, this.#waitingCount - 1);
  }

  #fail(request: ServerRequest, error: unknown): void {
    const { connection, sequence } = request;
    const { onError, tellFailure } = this.#options;
    const giveUp = (second: unknown): void => {
      respond(connection, sequence, 500, 1, "Internal Server Error");
      tellFailure(second);
    };
    try {
      const answer = onError(error);
      if (answer instanceof Promise) answer.then((response) => void this.#send(request, response, false)).catch(giveUp);
      else this.#send(request, answer, false);
    } catch (second) {
      giveUp(second);
    }
  }

  #body(connection: number, sequence: number, bytes: Uint8Array | null, isLast: boolean): void {
    const request = this.#running[connection];
    if (request !== undefined && request.sequence === sequence && request.startedBody !== null) {
      // A body in chunks says its length only by and by.
      if (request.startedBody.receivedBytes + (bytes?.length ?? 0) > this.#options.bodyBytesMax)
        return this.#cutOff(request);
      request.startedBody.push(bytes, isLast);
    }
    if (isLast) this.#running[connection] = undefined;
  }

  // The rest of a body is no HTTP, or never comes: its reader is told. True: nothing is answered.
  #refused(connection: number, code: string): boolean {
    const request = this.#running[connection];
    if (request === undefined) return false;
    this.#running[connection] = undefined;
    try {
      this.#abandon(request);
    } catch (error) {
      uncaught.handle(error);
    }
    // Before the handler goes on: nobody waits for its answer.
    const isCut = code === "HPE_INVALID_EOF_STATE";
    if (isCut) destroy(connection, 0, false);
    if (loopState[TICKS] !== 0) runTicks();
    runJobs();
    return isCut;
  }

  #cutOff(request: ServerRequest): void {
    const { connection, sequence } = request;
    this.#running[connection] = undefined;
    send(connection, sequence, TOO_LARGE, null, 3);
    this.#abandon(request);
  }

  #abandon(request: ServerRequest): void {
    const { reason, failure } = this.#options.style.lost();
    request.abandon(reason, failure);
  }

  #send(request: ServerRequest, response: Response, mayReturn: boolean): number {
    const { connection, sequence } = request;
    const result = sendResponse(response, request, this.#options.style, mayReturn);
    // A stream goes on; nothing else does.
    if (isSending()) whenGone(connection, sequence, () => this.#abandon(request), this.#options.bodyFailed);
    this.#completed(request);
    return result;
  }

  #completed(request: ServerRequest): void {
    const { style } = this.#options;
    if (style.isDeno && !request.isStreaming) request.complete(style);
  }

  #closed(connection: number): void {
    const request = this.#running[connection];
    if (request !== undefined) {
      this.#running[connection] = undefined;
      this.#abandon(request);
    }
    this.#sockets.delete(connection);
    onClosed(connection);
    if (!this.#isListening && connectionCount(this.id) === 0) this.#becomeIdle();
  }

  #becomeIdle(): void {
    const waiting = this.#whenIdle;
    this.#whenIdle = [];
    for (const resolve of waiting) resolve();
  }

  /** How many requests have no answer yet. */
  get pendingRequests(): number {
    return this.#waitingCount + (this.#isHandling ? 1 : 0);
  }

  /** Whether the server still accepts connections. */
  get isListening(): boolean {
    return this.#isListening;
  }

  /** Says goodbye to the clients of all WebSockets. */
  closeSockets(code: number, reason: string): void {
    for (const connection of this.#sockets) {
      try {
        closeSocket(connection, code, reason);
      } catch (error) {
        uncaught.handle(error);
      }
    }
    this.#sockets.clear();
  }

  /** Stops listening; resolves when no connection is left. */
  stop(closesActive: boolean): Promise<void> {
    this.#isListening = false;
    stopListening(this.id, false);
    if (closesActive) closeAll(this.id);
    if (connectionCount(this.id) === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenIdle.push(resolve);
    });
  }

  /** Keeps the process alive or not. */
  setReferenced(referenced: boolean): void {
    setReferenced(this.id, referenced);
  }
}
