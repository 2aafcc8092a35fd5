// Entries of the type "http": "HttpClient" for each response to a request, "HttpRequest" for each response of a server. They follow what
// is published on diagnostics channels, so servers and clients that nobody observes do nothing for them.
import { channelOf } from "internal:core/diagnostics/channel";
import { now, report } from "internal:web/performance/observed";

interface Started {
  startMs: number;
  req: object;
}

const started = new WeakMap<object, Started>();
let isOn = false;

/** Measures from now on. */
export function start(): void {
  if (isOn) return;
  isOn = true;
  for (const [name, listener] of listeners) channelOf(name).subscribe(listener);
}

// A channel lives as long as somebody listens to it.
const listeners: [string, (message: any) => void][] = [
  [
    "http.client.request.start",
    ({ request }) => {
      const { method, protocol, host, path } = request;
      // For a proxy the path is the whole URL already.
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
  started.set(message, { startMs: now(), req });
}

function end(name: string, message: object, { statusCode, statusMessage }: any, headers: object): void {
  const found = started.get(message);
  if (found === undefined) return;
  started.delete(message);
  report(name, "http", found.startMs, { req: found.req, res: { statusCode, statusMessage, headers } });
}
