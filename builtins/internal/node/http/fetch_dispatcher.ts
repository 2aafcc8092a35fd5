// fetch through sockets of node:net, for programs that have replaced `net.Socket.prototype.connect`: interceptors of requests (nock,
// msw) see Node's fetch there. Ours has connections of its own, so its request then goes through node:http.
import { load } from "internal:core/bootstrap";

interface Request {
  path: string;
  origin: string;
  method: string;
  headers: Record<string, string>;
  body: any;
}

/** A dispatcher as the package undici has them. */
export const socketDispatcher = {
  dispatch({ path, origin, method, headers, body }: Request, handler: any): void {
    const { default: http } = load(origin.startsWith("https:") ? "internal:node/https" : "internal:node/http");
    const request = http.request(`${origin}${path}`, { method, headers });
    let response: any = null;
    const fail = (error: unknown): void => handler.onResponseError(controller, error);
    const controller = {
      abort: (reason: unknown) => request.destroy(reason),
      pause: () => response?.pause(),
      resume: () => response?.resume(),
    };
    handler.onRequestStart(controller);
    request.on("error", fail);
    request.on("response", (incoming: any) => {
      response = incoming;
      handler.onResponseStart(controller, incoming.statusCode, incoming.headersDistinct, incoming.statusMessage);
      incoming.on("data", (chunk: Uint8Array) => handler.onResponseData(controller, chunk));
      incoming.on("end", () => handler.onResponseEnd(controller));
      incoming.on("error", fail);
    });
    if (body !== null && typeof body.getReader === "function")
      load("internal:node/stream")
        .default.Readable.fromWeb(body)
        .on("error", (error: unknown) => request.destroy(error))
        .pipe(request);
    else request.end(body ?? undefined);
  },
};
