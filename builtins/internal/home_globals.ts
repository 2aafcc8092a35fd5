// Globals that Bun and Deno have and Node has not.
import { load } from "internal:bootstrap";
import { type Home } from "internal:program";
import { define, defineLazy } from "internal:globals";

/** Installs them. */
export function install(home: Home): void {
  define("self", globalThis, true);
  defineLazy("Worker", () => load("web:worker").Worker, false);
  if (home === "deno") defineLazy("EventSource", () => load("web:event_source").EventSource, false);
  defineLazy("ErrorEvent", () => load("web:error_event").ErrorEvent, false);
}
