// A main module whose default export is the options of `Bun.serve`: `export default { port, fetch }`.
import { serve, type ServeOptions } from "internal:bun/serve";

declare const console: { debug(message: string): void };

/**
 * Serves the default export of a main module if it is such an object, and prints the address. An object with `stop` is a
 * server already. Throws the errors of `Bun.serve`.
 */
export function serveDefault(value: unknown): void {
  const options = value as (ServeOptions & { stop?: unknown }) | undefined;
  if (typeof options?.fetch !== "function" || typeof options.stop === "function") return;
  const server = serve(options);
  console.debug(
    `Started ${server.development ? "development " : ""}server: ${server.protocol}://${server.hostname}:${server.port}`,
  );
}
