// A main module whose default export is what `Bun.serve` takes: `export default { port, fetch }`.
import { serve } from "internal:bun/serve";

/**
 * Serves the default export of a main module if it is such an object, and says where on the standard output. One that has `stop` is a
 * server already. Throws what `Bun.serve` does.
 */
export function serveDefault(value: any): void {
  if (typeof value?.fetch !== "function" || typeof value.stop === "function") return;
  const server = serve(value);
  console.debug(
    `Started ${server.development ? "development " : ""}server: ${server.protocol}://${server.hostname}:${server.port}`,
  );
}
