// Reports the requests of fetch and the WebSockets to the domain Network of the inspector, as they publish them on undici's channels.
// https://github.com/nodejs/undici/blob/main/docs/docs/api/DiagnosticsChannel.md
import * as reports from "internal:node/inspector/network_reports";

/** The request of fetch there. */
interface FetchRequest {
  method: string;
  origin: string;
  path: string;
  headers: string[];
  contentType: string | null;
  contentLength: number | null;
}

interface Message {
  request: FetchRequest;
  response: FetchResponse;
  chunk: Uint8Array;
  error: unknown;
}

interface FetchResponse {
  statusCode: number;
  statusText: string;
  /** Names and values alternate. */
  headers: Uint8Array[];
}

interface SocketMessage {
  websocket: { url: string };
  handshakeResponse: { status: number; statusText: string; headers: Record<string, string> };
}

const ofFetch: reports.Listener<Message>[] = [
  ["undici:request:create", created],
  ["undici:request:bodyChunkSent", ({ request, chunk }) => reports.sent(request, chunk)],
  ["undici:request:bodySent", ({ request }) => reports.sentAll(request)],
  ["undici:request:headers", responded],
  ["undici:request:bodyChunkReceived", ({ request, chunk }) => reports.received(request, chunk)],
  ["undici:request:trailers", ({ request }) => reports.finished(request)],
  ["undici:request:error", ({ request, error }) => reports.failed(request, "Fetch", error)],
];
const ofSockets: reports.Listener<SocketMessage>[] = [
  ["undici:websocket:open", opened],
  ["undici:websocket:close", closed],
];

/** The channels that are reported. */
export const listeners = [...ofFetch, ...ofSockets];

function created({ request }: Message): void {
  reports.begin(request, {
    url: `${request.origin}${request.path}`,
    method: request.method,
    headers: reports.fieldsOfList(request.headers),
    type: request.contentType,
    hasPostData: request.contentLength !== null,
  });
}

function responded({ request, response: { statusCode, statusText, headers } }: Message): void {
  const fields = reports.fieldsOfList(headers);
  const type = Object.entries(fields).find(([name]) => name.toLowerCase() === "content-type")?.[1];
  reports.reportFor(request, "responseReceived", {
    timestamp: reports.timestamp(),
    type: "Fetch",
    response: {
      url: `${request.origin}${request.path}`,
      status: statusCode,
      statusText,
      headers: fields,
      ...reports.contentOf(type),
    },
  });
}

function opened({ websocket, handshakeResponse }: SocketMessage): void {
  reports.assignNumber(websocket);
  reports.reportFor(websocket, "webSocketCreated", { url: websocket.url });
  const response = { ...handshakeResponse, headers: { ...handshakeResponse.headers } };
  reports.reportFor(websocket, "webSocketHandshakeResponseReceived", { timestamp: reports.timestamp(), response });
}

function closed({ websocket }: SocketMessage): void {
  reports.reportFor(websocket, "webSocketClosed", { timestamp: reports.timestamp() });
}
