// The messages of WebSocket on undici's diagnostics channels, which Node's WebSocket has. Loaded only in programs of Node, when a
// channel has subscribers.
// https://github.com/nodejs/undici/blob/main/docs/docs/api/DiagnosticsChannel.md
import { findChannel } from "internal:core/diagnostics/channel";
import { connectionOf } from "native:fetch";
import type { IncomingHead } from "internal:web/fetch/incoming_head";
import type { WebSocket } from "web:websocket";

/** What a WebSocket's handshake got. */
export interface HandshakeResult {
  /** The number of the request whose connection it has. */
  request: number;
  status: number;
  head: IncomingHead;
}

/** The connection is established, and the program was notified. */
export function opened(websocket: WebSocket, { request, status, head }: HandshakeResult): void {
  const channel = findChannel("undici:websocket:open");
  if (channel?.hasSubscribers !== true) return;
  const [host = "", port = ""] = (connectionOf(request) ?? "").split(" ");
  const address = { address: host, family: host.includes(":") ? "IPv6" : "IPv4", port: Number(port) };
  const headers = fieldsOf(head);
  const { protocol, extensions } = websocket;
  const handshakeResponse = { status, statusText: head.statusText, headers };
  channel.publish({ address, protocol, extensions, websocket, handshakeResponse });
}

/** The connection has ended, and the program was notified. */
export function closed(websocket: WebSocket, code: number, reason: string): void {
  findChannel("undici:websocket:close")?.publish({ websocket, code, reason });
}

function fieldsOf(head: IncomingHead): Record<string, string> {
  const fields: Record<string, string> = {};
  const pairs = head.headers();
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const [name, value] = [pairs[index]!.toLowerCase(), pairs[index + 1]!];
    fields[name] = Object.hasOwn(fields, name) ? `${fields[name]}, ${value}` : value;
  }
  return fields;
}
