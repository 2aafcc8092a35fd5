// What the server publishes on diagnostics channels (https://nodejs.org/api/diagnostics_channel.html#built-in-channels). Called only
// while any channel has a subscriber.
import { findChannel } from "internal:core/diagnostics/channel";
import type { IncomingMessage } from "internal:node/http/incoming";
import type { ServerResponse } from "internal:node/http/response";

/** Publishes a request and its response, before "request" is emitted. */
export function publishStart(request: IncomingMessage, response: ServerResponse, server: unknown): void {
  const created = findChannel("http.server.response.created");
  if (created?.hasSubscribers) created.publish({ request, response });
  const started = findChannel("http.server.request.start");
  if (started?.hasSubscribers) started.publish({ request, response, socket: request.socket, server });
}

/** Publishes a finished response. */
export function publishFinish(request: IncomingMessage, response: ServerResponse, server: unknown): void {
  const finished = findChannel("http.server.response.finish");
  if (finished?.hasSubscribers) finished.publish({ request, response, socket: request.socket, server });
}
