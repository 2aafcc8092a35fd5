// The asynchronous context of a server's native callbacks: that of `listen()`, with one resource per request. Used only when there is
// a context or a hook: packages like `on-finished` import node:async_hooks in most servers and use none of it.
import { type Scope, destroyed, enter, hasHooks, leave, makeScope } from "internal:core/async/context";
import type { ServerHandlers } from "native:http_server";

/** Handlers have at most five arguments: a rest parameter would allocate an array per call. */
type Handler = (connection: number, a?: unknown, b?: unknown, c?: unknown, d?: unknown) => unknown;

/** `handlers` of `native:http_server`, run in the scope of the connection's last request or in `scope` (undefined: unchanged). */
export function withScopes(handlers: ServerHandlers, scope: Scope | undefined): ServerHandlers {
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
  const scoped: Record<string, unknown> = {};
  for (const [name, handler] of Object.entries(handlers))
    scoped[name] = typeof handler === "function" ? within(handler as Handler) : handler;
  const { request, closed } = scoped as Record<"request" | "closed", Handler>;
  scoped.request = (connection: number, a: unknown, b: unknown, c: unknown, d: unknown) => {
    end(connection);
    const saved = enter(scope);
    requests[connection] = makeScope("HTTPINCOMINGMESSAGE", { type: "HTTPINCOMINGMESSAGE" }, scope.asyncId);
    leave(saved);
    return request(connection, a, b, c, d);
  };
  scoped.closed = (connection: number, a: unknown, b: unknown, c: unknown, d: unknown) => {
    closed(connection, a, b, c, d);
    end(connection);
  };
  return scoped as unknown as ServerHandlers;
}
