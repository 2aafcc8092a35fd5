// Performance entries of the type "http": "HttpClient" for each response to a request, "HttpRequest" for each response of a server. They
// are made by subscribers of diagnostics channels, so they cost nothing without an observer.
import { channelOf } from "internal:core/diagnostics/channel";
import type { ClientRequest } from "internal:node/http/client_request";
import type { IncomingMessage } from "internal:node/http/incoming";
import type { ServerResponse } from "internal:node/http/response";
import { now, report } from "internal:web/performance/observed";

interface Exchange {
  startMs: number;
  req: object;
}

/** What the channels publish. Those of the client have a ClientRequest, those of the server an IncomingMessage and a ServerResponse. */
interface ChannelMessage {
  request: ClientRequest & IncomingMessage;
  response: IncomingMessage & ServerResponse;
}
interface Status {
  statusCode: number | null;
  statusMessage: string | null | undefined;
}

const exchanges = new WeakMap<object, Exchange>();
let isStarted = false;

/** Starts to make entries. */
export function start(): void {
  if (isStarted) return;
  isStarted = true;
  for (const [name, listener] of listeners) channelOf(name).subscribe(listener as (message: unknown) => void);
}

const listeners: [string, (message: ChannelMessage) => void][] = [
  [
    "http.client.request.start",
    ({ request }) => {
      const { method, protocol, host, path } = request;
      // For a proxy the path is the absolute URL.
      const url = path.startsWith("http://") ? path : `${protocol}//${request.getHeader("host") || host}${path}`;
      begin(request, { method, url, headers: request.getHeaders() });
    },
  ],
  ["http.client.response.finish", ({ request, response }) => end("HttpClient", request, response, response.headers)],
  [
    "http.server.request.start",
    ({ request, response }) => begin(response, { method: request.method, url: request.url, headers: request.headers }),
  ],
  ["http.server.response.finish", ({ response }) => end("HttpRequest", response, response, response.getHeaders())],
];

function begin(message: object, req: object): void {
  exchanges.set(message, { startMs: now(), req });
}

function end(name: string, message: object, { statusCode, statusMessage }: Status, headers: object): void {
  const exchange = exchanges.get(message);
  if (exchange === undefined) return;
  exchanges.delete(message);
  report(name, "http", exchange.startMs, { req: exchange.req, res: { statusCode, statusMessage, headers } });
}
