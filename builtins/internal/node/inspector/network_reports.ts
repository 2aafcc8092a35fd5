// What the reporters of the domain Network share: the numbers of requests, and the events of one request.
// https://chromedevtools.github.io/devtools-protocol/1-3/Network/
import { Buffer } from "internal:core/buffer";
import { now } from "native:time";

export type Report = (parameters: Record<string, unknown> & { requestId: string }) => void;
/** A channel of node:diagnostics_channel, and what reports its messages. */
export type Listener<Message> = [channel: string, listener: (message: Message) => void];

const MILLISECONDS = 1000;

let report: Record<string, Report> = {};
let lastId = 0;
/** The requests in flight, by their objects. */
let ids = new WeakMap<object, string>();

/** Begins to report to these functions. */
export function reportTo(events: Record<string, Report>): void {
  report = events;
}

/** Ends reporting: what follows for requests that were reported is ignored. */
export function forgetRequests(): void {
  ids = new WeakMap();
}

/** Whether the beginning of a request was reported. */
export function isReported(request: object): boolean {
  return ids.has(request);
}

/** Gives a request its number. */
export function assignNumber(request: object): void {
  ids.set(request, `node-network-event-${++lastId}`);
}

/** Reports an event of a request; nothing happens for a request whose beginning was not reported. */
export function reportFor(request: object, event: string, parameters: object): void {
  const requestId = ids.get(request);
  if (requestId !== undefined) report[event]!({ requestId, ...parameters });
}

/** Seconds of a clock that does not jump, as the protocol has them. */
export function timestamp(): number {
  return now() / MILLISECONDS;
}

/** A request that begins. */
interface Begun {
  url: string;
  method: string;
  headers: object;
  /** Its field Content-Type. */
  type: unknown;
  hasPostData: boolean;
}

/** Reports that a request begins. */
export function begin(request: object, { type, ...described }: Begun): void {
  assignNumber(request);
  reportFor(request, "requestWillBeSent", {
    timestamp: timestamp(),
    wallTime: Date.now() / MILLISECONDS,
    charset: contentOf(type).charset,
    request: described,
  });
}

/** Reports that a request failed. `type`: the resource's. */
export function failed(request: object, type: string, error: unknown): void {
  const errorText = (error as { message?: string } | null | undefined)?.message ?? String(error);
  reportFor(request, "loadingFailed", { timestamp: timestamp(), type, errorText });
}

/** Reports that a request is complete. */
export function finished(request: object): void {
  reportFor(request, "loadingFinished", { timestamp: timestamp() });
}

/** Reports a chunk of the request's body. */
export function sent(request: object, data: Uint8Array): void {
  reportFor(request, "dataSent", { timestamp: timestamp(), dataLength: data.byteLength, data });
}

/** Reports that the request's body is complete. */
export function sentAll(request: object): void {
  reportFor(request, "dataSent", { finished: true });
}

/** Reports a chunk of the response's body. */
export function received(request: object, data: Uint8Array): void {
  const length = data.byteLength;
  reportFor(request, "dataReceived", { timestamp: timestamp(), dataLength: length, encodedDataLength: length, data });
}

/** The type and the character set of a field Content-Type; both are empty for an invalid or missing one. */
export function contentOf(field: unknown): { mimeType: string; charset: string } {
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

/** Fields whose values are strings. */
export function fieldsOf(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, joined(name, value)]));
}

/** Fields from names and values that alternate. */
export function fieldsOfList(list: readonly (string | Uint8Array)[]): Record<string, string> {
  const values: Record<string, string[]> = {};
  for (let index = 0; index + 1 < list.length; index += 2) {
    const [name, value] = [list[index]!, list[index + 1]!].map((text) =>
      typeof text === "string" ? text : Buffer.from(text).toString("latin1"),
    ) as [string, string];
    (values[name] ??= []).push(value);
  }
  return fieldsOf(values);
}
