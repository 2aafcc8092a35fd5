// fetch through sockets of node:net, for programs that have replaced `net.Socket.prototype.connect`: request interceptors (nock, msw)
// see Node's fetch there. Brio's fetch has its own connections, so such requests are sent through node:http.
import { load } from "internal:core/bootstrap";
import type {
  DispatchController,
  DispatchHandler,
  DispatchOptions,
  Dispatcher,
} from "internal:web/fetch/dispatcher_fetch";

/** The members of node:http's IncomingMessage that are used here. */
interface IncomingMessage {
  statusCode: number;
  statusMessage: string;
  headersDistinct: Record<string, string[]>;
  pause(): void;
  resume(): void;
  on(event: string, listener: (argument: any) => void): void;
}

/** A dispatcher of the package undici. */
export const socketDispatcher: Dispatcher = {
  dispatch({ path, origin, method, headers, body }: DispatchOptions, handler: DispatchHandler): void {
    const { default: http } = load(origin.startsWith("https:") ? "internal:node/https" : "internal:node/http");
    const request = http.request(`${origin}${path}`, { method, headers });
    let response: IncomingMessage | null = null;
    const fail = (error: unknown): void => handler.onResponseError(controller, error);
    const controller: DispatchController = {
      abort: (reason: unknown) => request.destroy(reason),
      pause: () => response?.pause(),
      resume: () => response?.resume(),
    };
    handler.onRequestStart(controller);
    request.on("error", fail);
    request.on("response", (incoming: IncomingMessage) => {
      response = incoming;
      handler.onResponseStart(controller, incoming.statusCode, incoming.headersDistinct, incoming.statusMessage);
      incoming.on("data", (chunk: Uint8Array) => handler.onResponseData(controller, chunk));
      incoming.on("end", () => handler.onResponseEnd(controller));
      incoming.on("error", fail);
    });
    if (body !== null && typeof (body as { getReader?: unknown }).getReader === "function")
      load("internal:node/stream")
        .default.Readable.fromWeb(body)
        .on("error", (error: unknown) => request.destroy(error))
        .pipe(request);
    else request.end(body ?? undefined);
  },
};
