// What happens to an exception that nobody caught. The rest of the process must keep its order: this is called
// inside the task that threw.
import { services } from "internal:core/bootstrap";

type Monitor = (error: unknown, origin: string) => void;
type Handler = (error: unknown, origin: string) => boolean;

let handler: Handler | null = null;

/** Sets who sees exceptions before they are fatal; it returns whether it handled one. `node:process` and workers set it. */
export function setHandler(next: Handler | null): void {
  handler = next;
}

/** Handles an exception: gives it to the handler, and ends the process when that does not want it. */
export function handle(error: unknown, origin = "uncaughtException"): void {
  if (handler !== null && handler(error, origin)) return;
  services().endByException(error, origin);
}

export type { Monitor };
