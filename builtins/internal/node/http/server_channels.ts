// What the server publishes on diagnostics channels (https://nodejs.org/api/diagnostics_channel.html#built-in-channels). Called only
// while somebody listens to any channel.
import { findChannel } from "internal:core/diagnostics/channel";

/** A request came: its response was made, and the program gets both next. */
export function publishStart(request: any, response: any, server: unknown): void {
  const created = findChannel("http.server.response.created");
  if (created?.hasSubscribers) created.publish({ request, response });
  const started = findChannel("http.server.request.start");
  if (started?.hasSubscribers) started.publish({ request, response, socket: request.socket, server });
}

/** A response is with the system. */
export function publishFinish(request: any, response: any, server: unknown): void {
  const finished = findChannel("http.server.response.finish");
  if (finished?.hasSubscribers) finished.publish({ request, response, socket: request.socket, server });
}
