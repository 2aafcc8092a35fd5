// The asynchronous context of what the native part tells a server: that of `listen()`, and each request is a resource of its own.
// Used only when somebody had imported node:async_hooks by then.
import { type Scope, destroyed, enter, leave, makeScope } from "internal:async_context";

type Handler = (connection: number, ...args: any[]) => any;

/** `handlers` of `native:http_server`, which run in `scope` or in that of the connection's last request. */
export function withScopes(handlers: Record<string, any>, scope: Scope): object {
  const requests = new Map<number, Scope>();
  const end = (connection: number): void => {
    const ended = requests.get(connection);
    if (ended === undefined) return;
    requests.delete(connection);
    destroyed(ended);
  };
  const within = (handler: Handler): Handler => (connection, ...args) => {
    const saved = enter(requests.get(connection) ?? scope);
    try {
      return handler(connection, ...args);
    } finally {
      leave(saved);
    }
  };
  const scoped: Record<string, any> = {};
  for (const [name, handler] of Object.entries(handlers)) scoped[name] = typeof handler === "function" ? within(handler) : handler;
  const { request, closed } = scoped;
  scoped.request = (connection: number, ...args: any[]) => {
    end(connection);
    const saved = enter(scope);
    requests.set(connection, makeScope("HTTPINCOMINGMESSAGE", { type: "HTTPINCOMINGMESSAGE" }, scope.asyncId));
    leave(saved);
    return request(connection, ...args);
  };
  scoped.closed = (connection: number, ...args: any[]) => {
    closed(connection, ...args);
    end(connection);
  };
  return scoped;
}
