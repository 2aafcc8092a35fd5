// Globals that flags of the command line add or take away.
import { load } from "internal:bootstrap";
import { defineLazy } from "internal:globals";
import { option } from "internal:launch";

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
