// Globals that flags of the command line add or remove.
import { load } from "internal:core/bootstrap";
import { defineLazy, deleteGlobal } from "internal:startup/globals";
import { option } from "internal:core/launch";

/** Applies the flags. */
export function apply(): void {
  if (option("--experimental-eventsource") !== undefined)
    defineLazy("EventSource", () => load("web:event_source").EventSource, false);
  if (option("--experimental-web-worker") !== undefined) defineLazy("Worker", () => load("web:worker").Worker, false);
  if (option("--experimental-shadow-realm") !== undefined)
    defineLazy("ShadowRealm", () => load("internal:node/vm/shadow_realm").ShadowRealm, false);
  if (option("--no-experimental-websocket") !== undefined) {
    deleteGlobal("WebSocket");
    deleteGlobal("CloseEvent");
  }
  if (option("--no-experimental-webstorage") !== undefined || option("--no-webstorage") !== undefined) {
    for (const name of ["Storage", "sessionStorage", "localStorage"]) deleteGlobal(name);
  }
}

/** The flags that `internal:startup/peer_flags` applies. */
const PEER_FLAGS = [
  "--define",
  "--drop",
  "--seed",
  "--location",
  "--cert",
  "--unsafely-ignore-certificate-errors",
  "--cpu-prof",
  "--extension-loader",
  "--heapsnapshot-signal",
  "--trace-event-categories",
  "--trace-events-enabled",
  "trace-categories",
];

/** Whether a command line has one of them. */
export function hasPeerFlags(options: readonly [name: string, value: string][]): boolean {
  return options.some(([name]) => PEER_FLAGS.includes(name));
}
