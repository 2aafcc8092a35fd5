// The asynchronous context of what the native part tells a server: that of `listen()`, and each request is a resource of its own.
// Used only when there is something to carry: packages like `on-finished` import node:async_hooks in most servers and use none of it.
import { type Scope, destroyed, enter, hasHooks, leave, makeScope } from "internal:core/async/context";

/** Handlers have at most five arguments: collecting them would cost an array each time. */
type Handler = (connection: number, a?: any, b?: any, c?: any, d?: any) => any;

/** `handlers` of `native:http_server`, which run in `scope` (undefined: as they are) or in that of the connection's last request. */
export function withScopes(handlers: Record<string, any>, scope: Scope | undefined): object {
  if (scope === undefined || (scope.frame === undefined && !hasHooks())) return handlers;
  const requests: (Scope | undefined)[] = [];
  const end = (connection: number): void => {
    const ended = requests[connection];
    if (ended === undefined) return;
    requests[connection] = undefined;
    destroyed(ended);
  };
  const within =
    (handler: Handler): Handler =>
    (connection, a, b, c, d) => {
      const saved = enter(requests[connection] ?? scope);
      try {
        return handler(connection, a, b, c, d);
      } finally {
        leave(saved);
      }
    };
  const scoped: Record<string, any> = {};
  for (const [name, handler] of Object.entries(handlers))
    scoped[name] = typeof handler === "function" ? within(handler) : handler;
  const { request, closed } = scoped;
  scoped.request = (connection: number, a: any, b: any, c: any, d: any) => {
    end(connection);
    const saved = enter(scope);
    requests[connection] = makeScope("HTTPINCOMINGMESSAGE", { type: "HTTPINCOMINGMESSAGE" }, scope.asyncId);
    leave(saved);
    return request(connection, a, b, c, d);
  };
  scoped.closed = (connection: number, a: any, b: any, c: any, d: any) => {
    closed(connection, a, b, c, d);
    end(connection);
  };
  return scoped;
}
