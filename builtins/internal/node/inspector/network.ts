// The domain Network: what debuggers see of the program's requests (`--experimental-network-inspection`). `inspector.Network` has the
// functions by which libraries report theirs; `inspector/network_clients` reports those of Node's own clients.
// https://nodejs.org/docs/latest-v26.x/api/inspector.html#integration-with-devtools
import { Buffer } from "internal:core/buffer";
import { ERR_INSPECTOR_COMMAND } from "internal:core/errors";
import type { Commands } from "internal:node/inspector/commands";
import { callFrames } from "internal:node/inspector/console_calls";
import * as clients from "internal:node/inspector/network_clients";
import { reporters } from "internal:node/inspector/reporters";

type Parameters = Record<string, unknown>;
/** The parameters of an event. */
type Event = Parameters & { requestId: string };
type Command = (session: Commands, parameters: Parameters) => Parameters;

const INVALID_PARAMETERS = -32602;
const FAILED = -32000;
/** How many bytes of bodies are stored, and how many of one body, as in Node. */
const STORED_BYTES_MAX = 100 * 1024 * 1024;
const BODY_BYTES_MAX = 5 * 1024 * 1024;

/** The bytes of a body that debuggers may read. */
class Body {
  chunks: Uint8Array[] = [];
  bytes = 0;
  isText = false;
  isFinished = false;

  add(chunk: Uint8Array): void {
    if (this.bytes + chunk.byteLength > BODY_BYTES_MAX) return;
    this.chunks.push(chunk);
    this.bytes += chunk.byteLength;
  }
  text(encoding: "utf8" | "base64"): string {
    return Buffer.concat(this.chunks).toString(encoding);
  }
}

interface Stored {
  request: Body;
  response: Body;
  /** The sessions that receive the response as it arrives. */
  streams: Set<Commands>;
}

const sessions = new Set<Commands>();
const requests = new Map<string, Stored>();

/** Sends an event to the sessions that enabled the domain. */
function send(method: string, parameters: Parameters, to: Iterable<Commands> = sessions): void {
  for (const session of to) session.notify(`Network.${method}`, parameters);
}

/** Stores a request; the oldest finished ones make place for it. */
function store(requestId: string): Stored {
  let bytes = 0;
  for (const { request, response } of requests.values()) bytes += request.bytes + response.bytes;
  for (const [id, { request, response }] of requests) {
    if (bytes < STORED_BYTES_MAX) break;
    if (!response.isFinished) continue;
    bytes -= request.bytes + response.bytes;
    requests.delete(id);
  }
  const stored: Stored = { request: new Body(), response: new Body(), streams: new Set() };
  requests.set(requestId, stored);
  return stored;
}

/** Whether a value has all members of these types: others are ignored, as in Node. */
function has(value: unknown, members: Record<string, string>): value is Parameters & { headers: object } {
  if (typeof value !== "object" || value === null) return false;
  const given = value as Parameters;
  return Object.entries(members).every(([name, type]) => typeof given[name] === type);
}

function isText(charset: unknown): boolean {
  return typeof charset === "string" && charset.toLowerCase() === "utf-8";
}

function initiator(): object {
  return { type: "script", stack: { callFrames: callFrames() } };
}

/** What each event does with its parameters. */
const EVENTS: Record<string, (parameters: Event) => void> = {
  requestWillBeSent({ requestId, request, timestamp, wallTime, charset }) {
    if (!has(request, { url: "string", method: "string", headers: "object" })) return;
    const stored = store(requestId);
    const { url, method, headers, hasPostData = false } = request;
    stored.request.isText = isText(charset);
    stored.request.isFinished = hasPostData !== true;
    const described = { url, method, headers: { ...headers }, hasPostData };
    send("requestWillBeSent", { requestId, request: described, initiator: initiator(), timestamp, wallTime });
  },
  responseReceived({ requestId, timestamp, type, response }) {
    if (!has(response, { url: "string", status: "number", statusText: "string", headers: "object" })) return;
    const { url, status, statusText, headers, mimeType = "", charset = "" } = response;
    const stored = requests.get(requestId);
    if (stored !== undefined) stored.response.isText = isText(charset);
    const described = { url, status, statusText, headers: { ...headers }, mimeType, charset };
    send("responseReceived", { requestId, timestamp, type, response: described });
  },
  dataReceived({ requestId, timestamp, dataLength, encodedDataLength, data }) {
    const stored = requests.get(requestId);
    if (stored === undefined || !ArrayBuffer.isView(data)) return;
    const bytes = Buffer.from(data as Uint8Array);
    stored.response.add(bytes);
    if (stored.streams.size === 0) return;
    const encoded = bytes.toString("base64");
    send("dataReceived", { requestId, timestamp, dataLength, encodedDataLength, data: encoded }, stored.streams);
  },
  dataSent({ requestId, data, finished }) {
    const stored = requests.get(requestId);
    if (stored === undefined) return;
    if (ArrayBuffer.isView(data)) stored.request.add(Buffer.from(data as Uint8Array));
    if (finished === true) stored.request.isFinished = true;
  },
  loadingFinished({ requestId, timestamp }) {
    const stored = requests.get(requestId);
    if (stored !== undefined) stored.response.isFinished = true;
    send("loadingFinished", { requestId, timestamp });
  },
  loadingFailed({ requestId, timestamp, type, errorText }) {
    requests.delete(requestId);
    send("loadingFailed", { requestId, timestamp, type, errorText });
  },
  webSocketCreated({ requestId, url }) {
    if (typeof url === "string") send("webSocketCreated", { requestId, url, initiator: initiator() });
  },
  webSocketClosed({ requestId, timestamp }) {
    send("webSocketClosed", { requestId, timestamp });
  },
  webSocketHandshakeResponseReceived({ requestId, timestamp, response }) {
    if (!has(response, { status: "number", statusText: "string", headers: "object" })) return;
    const { status, statusText, headers } = response;
    const described = { status, statusText, headers: { ...headers } };
    send("webSocketHandshakeResponseReceived", { requestId, response: described, timestamp });
  },
};

/** `inspector.Network`. */
export const events = reporters(
  Object.fromEntries(
    Object.entries(EVENTS).map(([name, report]) => [
      name,
      (given: Parameters) => {
        if (typeof given.requestId === "string") report(given as Event);
      },
    ]),
  ),
  () => sessions.size > 0,
);

function storedOf({ requestId }: Parameters): Stored {
  if (typeof requestId !== "string") throw new ERR_INSPECTOR_COMMAND(INVALID_PARAMETERS, "Invalid parameters");
  const stored = requests.get(requestId);
  if (stored === undefined) throw new ERR_INSPECTOR_COMMAND(INVALID_PARAMETERS, "Request not found");
  return stored;
}

function failed(message: string): Error {
  return new ERR_INSPECTOR_COMMAND(FAILED, message);
}

/** The commands of the domain. */
export const commands: Record<string, Command> = {
  "Network.enable": (session) => {
    if (sessions.size === 0) clients.observe(EVENTS);
    sessions.add(session);
    return {};
  },
  "Network.disable": (session) => {
    forget(session);
    return {};
  },
  "Network.getRequestPostData": (_session, parameters) => {
    const { request } = storedOf(parameters);
    if (!request.isFinished) throw failed("Request data is still pending");
    if (!request.isText) throw failed("Unable to serialize binary request body");
    return { postData: request.text("utf8") };
  },
  "Network.getResponseBody": (_session, parameters) => {
    const { response, streams } = storedOf(parameters);
    if (!response.isFinished) throw failed("Response data is not finished yet");
    if (streams.size > 0) throw failed("Response body of the request is been streamed");
    return { body: response.text(response.isText ? "utf8" : "base64"), base64Encoded: !response.isText };
  },
  "Network.streamResourceContent": (session, parameters) => {
    const { response, streams } = storedOf(parameters);
    if (!response.isFinished) streams.add(session);
    return { bufferedData: response.text("base64") };
  },
};

/** Ends what a session enabled. */
export function forget(session: Commands): void {
  if (!sessions.delete(session)) return;
  for (const { streams } of requests.values()) streams.delete(session);
  if (sessions.size > 0) return;
  clients.stopObserving();
  requests.clear();
}
