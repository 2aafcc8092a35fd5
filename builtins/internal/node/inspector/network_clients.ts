// Reports the requests of node:http, node:https and fetch to the domain Network of the inspector. They publish what happens on
// diagnostics channels (https://nodejs.org/api/diagnostics_channel.html#built-in-channels).
import { Buffer } from "internal:core/buffer";
import diagnostics from "internal:node/diagnostics_channel";
import type { ClientRequest } from "internal:node/http/client_request";
import type { IncomingMessage } from "internal:node/http/incoming";
import { now } from "native:time";

type Report = (parameters: Record<string, unknown> & { requestId: string }) => void;

const MILLISECONDS = 1000;

let report: Record<string, Report> = {};
let lastId = 0;
/** The requests in flight, by their objects. */
let ids = new WeakMap<object, string>();

/** The request of fetch, as undici's channels have it. */
interface FetchRequest {
  method: string;
  origin: string;
  path: string;
  headers: string[];
  contentType: string | null;
  contentLength: number | null;
}

/** A message of one of the channels. */
interface Message<Request, Response> {
  request: Request;
  response: Response;
  chunk: Uint8Array;
  error: unknown;
}

/** The response of fetch there. */
interface FetchResponse {
  statusCode: number;
  statusText: string;
  /** Names and values alternate. */
  headers: Uint8Array[];
}

type Listeners<Request, Response> = [string, (message: Message<Request, Response>) => void][];

const ofHttp: Listeners<ClientRequest, IncomingMessage> = [
  ["http.client.request.created", ({ request }) => httpCreated(request)],
  ["http.client.request.error", ({ request, error }) => failed(request, "Other", error)],
  ["http.client.response.finish", ({ request, response }) => httpResponse(request, response)],
];
const ofFetch: Listeners<FetchRequest, FetchResponse> = [
  ["undici:request:create", ({ request }) => fetchCreated(request)],
  ["undici:request:bodyChunkSent", ({ request, chunk }) => sent(request, chunk)],
  ["undici:request:bodySent", ({ request }) => reportFor(request, "dataSent", { finished: true })],
  ["undici:request:headers", ({ request, response }) => fetchResponse(request, response)],
  ["undici:request:bodyChunkReceived", ({ request, chunk }) => received(request, chunk)],
  ["undici:request:trailers", ({ request }) => reportFor(request, "loadingFinished", { timestamp: timestamp() })],
  ["undici:request:error", ({ request, error }) => failed(request, "Fetch", error)],
];
const subscriptions = [...ofHttp, ...ofFetch] as [string, (message: unknown) => void][];

/** Begins to report. */
export function observe(events: Record<string, Report>): void {
  report = events;
  for (const [channel, listener] of subscriptions) diagnostics.subscribe(channel, listener);
}

/** Ends it. */
export function stopObserving(): void {
  for (const [channel, listener] of subscriptions) diagnostics.unsubscribe(channel, listener);
  ids = new WeakMap();
}

function reportFor(request: object, event: string, parameters: object): void {
  const requestId = ids.get(request);
  if (requestId !== undefined) report[event]!({ requestId, ...parameters });
}

/** Seconds of a clock that does not jump, as the protocol has them. */
function timestamp(): number {
  return now() / MILLISECONDS;
}

/** A request that begins. */
interface Begun {
  url: string;
  method: string;
  headers: object;
  /** Its field Content-Type. */
  type: string | null;
  hasPostData: boolean;
}

function begin(request: object, { type, ...described }: Begun): void {
  const requestId = `node-network-event-${++lastId}`;
  ids.set(request, requestId);
  report.requestWillBeSent!({
    requestId,
    timestamp: timestamp(),
    wallTime: Date.now() / MILLISECONDS,
    charset: contentOf(type).charset,
    request: described,
  });
}

function failed(request: object, type: string, error: unknown): void {
  const errorText = (error as { message?: string } | null | undefined)?.message ?? String(error);
  reportFor(request, "loadingFailed", { timestamp: timestamp(), type, errorText });
}

function sent(request: object, data: Uint8Array): void {
  reportFor(request, "dataSent", { timestamp: timestamp(), dataLength: data.byteLength, data });
}

function received(request: object, data: Uint8Array): void {
  const length = data.byteLength;
  reportFor(request, "dataReceived", { timestamp: timestamp(), dataLength: length, encodedDataLength: length, data });
}

/** The type and the character set of a field Content-Type; both are empty for an invalid or missing one. */
function contentOf(field: unknown): { mimeType: string; charset: string } {
  const text = typeof field === "string" ? field : "";
  const mimeType = /^\s*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)\s*(?:;|$)/.exec(text)?.[1]?.toLowerCase() ?? "";
  const charset = mimeType === "" ? undefined : /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(text)?.[1];
  return { mimeType, charset: charset ?? "" };
}

/** The values of a field as one string. */
function joined(name: string, value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  const lower = name.toLowerCase();
  return value.join(lower === "set-cookie" ? "\n" : lower === "cookie" ? "; " : ", ");
}

function fieldsOf(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, joined(name, value)]));
}

/** Fields from names and values that alternate. */
function fieldsOfList(list: readonly (string | Uint8Array)[]): Record<string, string> {
  const values: Record<string, string[]> = {};
  for (let index = 0; index + 1 < list.length; index += 2) {
    const [name, value] = [list[index]!, list[index + 1]!].map((text) =>
      typeof text === "string" ? text : Buffer.from(text).toString("latin1"),
    ) as [string, string];
    (values[name] ??= []).push(value);
  }
  return fieldsOf(values);
}

function urlOf(request: ClientRequest): string {
  const host = request.getHeader("host") ?? request.host;
  const protocol = (request as unknown as { protocol: string }).protocol;
  return `${protocol}//${String(host)}${request.path}`;
}

function httpCreated(request: ClientRequest): void {
  const headers = request.getHeaders() as Record<string, unknown>;
  const type = headers["content-type"];
  begin(request, {
    url: urlOf(request),
    method: request.method,
    headers: fieldsOf(headers),
    type: typeof type === "string" ? type : null,
    hasPostData: false,
  });
}

function httpResponse(request: ClientRequest, response: IncomingMessage): void {
  if (!ids.has(request)) return;
  const { statusCode, statusMessage, headers } = response;
  reportFor(request, "responseReceived", {
    timestamp: timestamp(),
    type: "Other",
    response: {
      url: urlOf(request),
      status: statusCode ?? 0,
      statusText: statusMessage ?? "",
      headers: fieldsOf(headers),
      ...contentOf(headers["content-type"]),
    },
  });
  // A listener of "data" would make the response flow.
  const { push } = response;
  response.push = function (this: IncomingMessage, chunk: unknown, ...rest: unknown[]) {
    if (chunk !== null && chunk !== undefined) received(request, Buffer.from(chunk as Uint8Array));
    return Reflect.apply(push, this, [chunk, ...rest]) as boolean;
  } as typeof push;
  response.once("end", () => reportFor(request, "loadingFinished", { timestamp: timestamp() }));
  response.once("error", (error: unknown) => failed(request, "Other", error));
}

function fetchCreated(request: FetchRequest): void {
  begin(request, {
    url: `${request.origin}${request.path}`,
    method: request.method,
    headers: fieldsOfList(request.headers),
    type: request.contentType,
    hasPostData: request.contentLength !== null,
  });
}

function fetchResponse(request: FetchRequest, { statusCode, statusText, headers }: FetchResponse): void {
  const fields = fieldsOfList(headers);
  const type = Object.entries(fields).find(([name]) => name.toLowerCase() === "content-type")?.[1];
  reportFor(request, "responseReceived", {
    timestamp: timestamp(),
    type: "Fetch",
    response: {
      url: `${request.origin}${request.path}`,
      status: statusCode,
      statusText,
      headers: fields,
      ...contentOf(type),
    },
  });
}
