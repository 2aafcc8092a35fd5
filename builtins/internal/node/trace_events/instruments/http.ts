// Requests of clients and servers of node:http (`node.http`), from begin to end.
import { channelOf } from "internal:core/diagnostics/channel";
import { Group } from "internal:node/trace_events/categories";
import { record } from "internal:node/trace_events/recorder";

interface Message {
  request: { url: string; path: string };
  response: { statusCode: number };
}

const CLIENT = "http.client.request";
const SERVER = "http.server.request";

/** The numbers of requests whose begin was recorded. */
const numbers = new WeakMap<object, number>();
let last = 0;

/** Records them. */
export function install(): void {
  on(`${CLIENT}.start`, ({ request }) => begin(CLIENT, request));
  on("http.client.response.finish", ({ request, response }) =>
    end(CLIENT, request, { path: request.path, statusCode: response.statusCode }),
  );
  on(`${SERVER}.start`, ({ response }) => begin(SERVER, response));
  on("http.server.response.finish", ({ request, response }) =>
    end(SERVER, response, { url: request.url, statusCode: response.statusCode }),
  );
}

function on(name: string, listener: (message: Message) => void): void {
  channelOf(name).subscribe(listener as (message: unknown) => void);
}

function begin(name: string, message: object): void {
  const id = ++last;
  numbers.set(message, id);
  record(Group.HTTP, "b", name, { id });
}

function end(name: string, message: object, data: object): void {
  const id = numbers.get(message);
  if (id !== undefined) record(Group.HTTP, "e", name, { id, args: { data } });
}
