// The client's handshake of a WebSocket (RFC 6455 §4.1), and the link over a request of the HTTP client.
import { ClientMessageKind, ResponseFlags, StartFlags } from "native:fetch";
import { acceptKey, closeWebSocket, sendMessage, startWebSocket } from "native:fetch";
import { randomFill } from "native:crypto";
import { URL } from "web:url";
import { isObject, toSequence, toUSVString } from "internal:core/webidl";
import { endRequest, type ResponseSink, startRequest } from "internal:web/fetch/client";
import { type HeaderList } from "internal:web/fetch/header_list";
import { IncomingHead } from "internal:web/fetch/incoming_head";
import { type Route, type Target, targetOfUrl } from "internal:web/fetch/target_cache";
import { type SocketEvents, type SocketLink } from "web:websocket";
import { home } from "internal:core/program";
import { setImmediate, setTimeout } from "internal:core/timers";
import defer * as refusals from "internal:web/websocket/refusals";
import type { TlsOptions } from "internal:web/fetch/extension_options";
import defer * as extensions from "internal:web/fetch/extension_options";
import defer * as headers from "web:headers";

const MESSAGE_BYTES_MAX = 128 * 1024 * 1024;
const OFFER = "permessage-deflate; client_max_window_bits";

/** The arguments of the constructor. */
export interface Handshake {
  url: string;
  target: URL;
  protocols: string[];
  fields: HeaderList | null;
  route: Route | null;
}

/** Reads the arguments of `new WebSocket`. Throws the home's error for an invalid URL or invalid protocols. */
export function readArguments(text: string, given: unknown): Handshake {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw refusals.invalidUrl(text);
  }
  if (url.protocol === "http:") url.protocol = "ws:";
  else if (url.protocol === "https:") url.protocol = "wss:";
  if (url.protocol !== "ws:" && url.protocol !== "wss:") throw refusals.wrongScheme(url);
  if (url.hash !== "" || url.href.endsWith("#")) throw refusals.hasFragment(url);
  const { protocols, fields, route } = readOptions(given);
  const seen = new Set(protocols.map((protocol) => protocol.toLowerCase()));
  if (seen.size !== protocols.length || !protocols.every(isToken)) throw refusals.wrongProtocols(protocols, isToken);
  return { url: url.href, target: url, protocols, fields, route };
}

// A string, a sequence, or the dictionary of undici's and Bun's WebSocket.
/** The dictionary of undici's and Bun's WebSocket. */
interface WebSocketInit {
  protocols?: unknown;
  protocol?: unknown;
  headers?: unknown;
  tls?: TlsOptions;
  proxy?: unknown;
}

function readOptions(given: unknown): { protocols: string[]; fields: HeaderList | null; route: Route | null } {
  const convert = (item: unknown): string => toUSVString(item, "WebSocket constructor", "protocols");
  const list = (value: unknown): string[] =>
    typeof value === "string" ? [value] : toSequence(value, "WebSocket constructor", "protocols", convert);
  if (given === undefined || given === null) return { protocols: [], fields: null, route: null };
  if (!isObject(given)) return { protocols: [convert(given)], fields: null, route: null };
  if ((given as Partial<Iterable<unknown>>)[Symbol.iterator] !== undefined)
    return { protocols: list(given), fields: null, route: null };
  const { protocols, protocol, headers: init, tls, proxy } = given as WebSocketInit;
  let route: Route | null = null;
  if (home() === "bun" && (tls !== undefined || proxy !== undefined)) {
    route = {};
    if (tls !== undefined) route.tls = extensions.tlsSettingsOf(tls);
    extensions.readProxy(proxy, route);
  }
  const names = protocols ?? protocol;
  return {
    protocols: names === undefined || names === null ? [] : list(names),
    route,
    fields: init === undefined || init === null ? null : headers.parseHeadersInit(init, "WebSocket constructor"),
  };
}

function isToken(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text);
}

/** Starts the handshake and reports to `events`. */
export function open(handshake: Handshake, events: SocketEvents): SocketLink {
  return new ClientLink(handshake, events);
}

class ClientLink implements SocketLink, ResponseSink {
  #handshake: Handshake;
  #events: SocketEvents;
  #key: string;
  #request = 0;
  #isOpen = false;

  constructor(handshake: Handshake, events: SocketEvents) {
    this.#handshake = handshake;
    this.#events = events;
    this.#key = randomKey();
    try {
      const url = new URL(handshake.url);
      url.protocol = url.protocol === "wss:" ? "https:" : "http:";
      // A WebSocket takes over its connection (RFC 6455 §4.1), which HTTP/2 does not allow.
      const target = targetOfUrl(url, { ...handshake.route, version: 1, tunnels: true });
      if (target === null || target.isBad) throw new Error("bad port");
      this.#request = startRequest(target.origin, this.#head(target, url), null, StartFlags.LAST, this);
    } catch (error) {
      // Deno's constructor throws the refusal of a permission.
      if ((error as Error).name === "NotCapable") throw error;
      setImmediate(() => this.#fail(REFUSED));
    }
  }

  #head(target: Target, url: URL): string {
    const { protocols, fields } = this.#handshake;
    let head = `GET ${target.path} HTTP/1.1\r\n`;
    const given = fields === null ? [] : fields.pairs;
    if (fields === null || !fields.has("host")) head += `Host: ${target.host}\r\n`;
    head += `${target.proxyFields}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: ${this.#key}\r\nSec-WebSocket-Version: 13\r\n`;
    if (protocols.length > 0) head += `Sec-WebSocket-Protocol: ${protocols.join(", ")}\r\n`;
    head += `Sec-WebSocket-Extensions: ${OFFER}\r\n`;
    if (target.hasCredentials && !fields?.has("authorization"))
      head += `Authorization: ${extensions.withCredentials(null, url.href).get("authorization")}\r\n`;
    for (let index = 0; index < given.length; index += 2) {
      if (!OWN_FIELDS.has(given[index]!)) head += `${given[index]}: ${given[index + 1]}\r\n`;
    }
    return `${head}\r\n`;
  }

  head(status: number, flags: ResponseFlags, text: string, _bytes: Uint8Array | null, isLast: boolean): void {
    const head = new IncomingHead(status, text, "", false);
    const protocol = head.header("sec-websocket-protocol") ?? "";
    const extensions = head.header("sec-websocket-extensions") ?? "";
    const { protocols } = this.#handshake;
    const isAccepted =
      !isLast &&
      status === 101 &&
      (flags & ResponseFlags.RAW) !== 0 &&
      head.header("upgrade")?.toLowerCase() === "websocket" &&
      head.header("sec-websocket-accept") === acceptKey(this.#key) &&
      (protocol === ""
        ? protocols.length === 0 || head.header("sec-websocket-protocol") === null
        : protocols.includes(protocol));
    if (!isAccepted || !startWebSocket(this.#request, extensions, MESSAGE_BYTES_MAX, home() !== "node")) {
      this.abort();
      this.#fail(
        status === 101
          ? REFUSED
          : { bun: `Expected 101 status code: ${status}`, deno: `Invalid status code: ${status}` },
      );
      return;
    }
    this.#isOpen = true;
    this.#events.opened(protocol, extensions, { request: this.#request, status, head });
  }

  message(kind: ClientMessageKind, data: string | Uint8Array, code: number): void {
    if (kind === ClientMessageKind.CLOSE) this.#events.closing(code, data as string);
    else if (kind === ClientMessageKind.BROKEN) this.#break(data as string);
    else this.#events.message(kind, data);
  }

  #break(reason: string): void {
    this.#events.failed(reason);
    // The close frame with the reason is sent first.
    setTimeout(() => this.abort(), 10);
  }

  body(_bytes: Uint8Array | null, isLast: boolean): void {
    if (isLast) this.#events.gone();
  }

  failed(error: Error & { code?: string }): void {
    if (!this.#isOpen) this.#fail(causeOf(error));
    // Bun reports the end of an open connection by the code alone.
    else if (home() === "bun") this.#events.gone();
    else
      this.#events.failed(error.code === "ECONNRESET" ? "Connection reset by peer (os error 104)" : "Unexpected EOF");
  }

  sent(): void {
    this.#events.sent();
  }

  #fail(cause: Cause): void {
    const where = home();
    if (where === "bun") this.#events.failed(`WebSocket connection to '${this.#handshake.url}' failed: ${cause.bun}`);
    else if (where === "deno") this.#events.failed(`NetworkError: failed to connect to WebSocket: ${cause.deno}`);
    else this.#events.failed("Received network error or non-101 status code.");
  }

  send(data: string | Uint8Array, kind: ClientMessageKind): number {
    return sendMessage(this.#request, data, kind);
  }

  close(code: number, reason: string): void {
    closeWebSocket(this.#request, code, reason);
  }

  abort(): void {
    if (this.#request !== 0) endRequest(this.#request);
  }
}

/** Why a handshake failed, in the words of Bun and Deno. */
interface Cause {
  bun: string;
  deno: string;
}

const REFUSED: Cause = { bun: "Failed to connect", deno: "tcp connect error" };
const ENDED: Cause = { bun: "Connection ended", deno: "connection closed before message completed" };

function causeOf(error: Error & { code?: string }): Cause {
  return error.code === "UND_ERR_SOCKET" || error.code === "ECONNRESET" ? ENDED : REFUSED;
}

const OWN_FIELDS = new Set([
  "connection",
  "upgrade",
  "sec-websocket-key",
  "sec-websocket-version",
  "sec-websocket-protocol",
  "sec-websocket-extensions",
  "content-length",
  "transfer-encoding",
]);

function randomKey(): string {
  const bytes = new Uint8Array(16);
  randomFill(bytes);
  return bytes.toBase64();
}
