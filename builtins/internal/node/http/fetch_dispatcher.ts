// fetch through sockets of node:net, for programs that have replaced `net.Socket.prototype.connect`: request interceptors (nock, msw)
// and tracing (OpenTelemetry) see Node's fetch there. Brio's fetch has its own connections, so such requests are sent as requests of
// node:http, but by none of its functions that a program may have replaced, and without its diagnostics channels.
import type {
  DispatchController,
  DispatchHandler,
  DispatchOptions,
  Dispatcher,
} from "internal:web/fetch/dispatcher_fetch";
import type { IncomingMessage } from "internal:node/http/incoming";
import { ClientRequest } from "internal:node/http/client_request";
import { fetchAgent } from "internal:node/http/fetch_agents";
import { isTraced } from "internal:web/fetch/http_fetch";
import { bytesOfString } from "internal:web/fetch/sendable";
import { targetOf } from "internal:web/fetch/target_cache";
import { RequestTrace, type SocketAddresses } from "internal:web/fetch/tracing";
import { Readable } from "internal:node/stream";

/** A dispatcher of the package undici. */
export const socketDispatcher: Dispatcher = {
  dispatch(options: DispatchOptions, handler: DispatchHandler): void {
    new FetchRequest(options, handler).send(options.body);
  },
};

/** The socket of a request, plain or TLS. */
interface ClientSocket extends SocketAddresses {
  connecting: boolean;
  secureConnecting?: boolean;
  once(event: string, listener: () => void): void;
  getProtocol?(): string | null;
}

/** A getter of IncomingMessage. */
interface DistinctHeaders {
  headersDistinct: Record<string, string[]>;
}

class FetchRequest {
  readonly #handler: DispatchHandler;
  readonly #trace: RequestTrace | null;
  readonly #request: ClientRequest;
  #response: IncomingMessage | null = null;
  readonly #controller: DispatchController = {
    abort: (reason: unknown) => this.#abort(reason),
    pause: () => void this.#response?.pause(),
    resume: () => void this.#response?.resume(),
  };

  constructor({ path, origin, method, headers, body }: DispatchOptions, handler: DispatchHandler) {
    this.#handler = handler;
    this.#trace = isTraced() ? traceOf(`${origin}${path}`, method, headers, body) : null;
    const added = this.#trace?.added ?? [];
    for (let index = 0; index < added.length; index += 2) headers[added[index]!] = added[index + 1]!;
    const agent = fetchAgent(origin.startsWith("https:"));
    this.#request = new ClientRequest(`${origin}${path}`, { method, headers, agent });
  }

  send(body: unknown): void {
    const request = this.#request;
    this.#handler.onRequestStart(this.#controller);
    request.on("error", (error: unknown) => this.#fail(error));
    request.on("response", (response: IncomingMessage) => this.#receive(response));
    this.#traceProgress(body);
    if (isStream(body))
      Readable.fromWeb(body)
        .on("error", (error: unknown) => request.destroy(error as Error))
        .pipe(request as any);
    else request.end((body ?? undefined) as string | Uint8Array | undefined);
  }

  #traceProgress(body: unknown): void {
    const trace = this.#trace;
    if (trace === null) return;
    this.#request.on("socket", (socket: ClientSocket) => {
      const isConnecting = socket.connecting || socket.secureConnecting === true;
      trace.startedOn(() => ({ socket, version: socket.getProtocol?.() ?? undefined }), isConnecting);
      if (isConnecting) socket.once(socket.getProtocol === undefined ? "connect" : "secureConnect", () => trace.sent());
      else trace.sent();
    });
    this.#request.on("finish", () => {
      if (typeof body === "string") trace.bodyWritten(bytesOfString(body));
      else if (body instanceof Uint8Array) trace.bodyWritten(body);
      trace.bodyWritten(null);
    });
  }

  #receive(response: IncomingMessage): void {
    this.#response = response;
    const { statusCode, statusMessage } = response;
    this.#trace?.headReceived(statusCode!, statusMessage!, response.rawHeaders);
    this.#handler.onResponseStart(
      this.#controller,
      statusCode!,
      (response as unknown as DistinctHeaders).headersDistinct,
      statusMessage!,
    );
    response.on("data", (chunk: Uint8Array) => {
      this.#trace?.bodyReceived(chunk);
      this.#handler.onResponseData(this.#controller, chunk);
    });
    response.on("end", () => {
      this.#trace?.ended();
      this.#handler.onResponseEnd(this.#controller);
    });
    response.on("error", (error: unknown) => this.#fail(error));
  }

  /** Without a reason the response is not needed: it is that of a redirect. */
  #abort(reason: unknown): void {
    if (reason === undefined) this.#trace?.ended();
    else this.#trace?.failed(reason);
    this.#request.destroy(reason as Error | undefined);
  }

  #fail(error: unknown): void {
    this.#trace?.failed(error);
    this.#handler.onResponseError(this.#controller, error);
  }
}

function isStream(body: unknown): boolean {
  return typeof (body as { getReader?: unknown } | null)?.getReader === "function";
}

function traceOf(url: string, method: string, headers: Record<string, string>, body: unknown): RequestTrace {
  let head = `${method} ${url} HTTP/1.1\r\n`;
  for (const name in headers) head += `${name}: ${headers[name]!}\r\n`;
  let length: number | null = null;
  if (typeof body === "string") ({ length } = bytesOfString(body));
  else if (body instanceof Uint8Array) ({ length } = body);
  return new RequestTrace(method, targetOf(url)!, `${head}\r\n`, length);
}
