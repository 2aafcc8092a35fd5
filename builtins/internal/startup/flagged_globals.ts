// Globals that flags of the command line add or take away.
import { load } from "internal:core/bootstrap";
import { defineLazy } from "internal:startup/globals";
import { option } from "internal:core/launch";

/** Applies them. */
export function apply(): void {
  if (option("--experimental-eventsource") !== undefined)
    defineLazy("EventSource", () => load("web:event_source").EventSource, false);
  if (option("--no-experimental-websocket") !== undefined) {
    delete (globalThis as any).WebSocket;
    delete (globalThis as any).CloseEvent;
  }
  if (option("--no-experimental-webstorage") !== undefined || option("--no-webstorage") !== undefined) {
    for (const name of ["Storage", "sessionStorage", "localStorage"]) delete (globalThis as any)[name];
  }
}
