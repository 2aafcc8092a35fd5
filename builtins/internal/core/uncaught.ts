// Handles uncaught exceptions. The order of callbacks must not change: this is called inside the task that threw.
import { services } from "internal:core/bootstrap";

type Monitor = (error: unknown, origin: string) => void;
type Handler = (error: unknown, origin: string) => boolean;

let handler: Handler | null = null;

/** Sets the handler that is called before an exception is fatal; it returns whether it handled it. `node:process` and workers set it. */
export function setHandler(next: Handler | null): void {
  handler = next;
}

/** Handles an exception: calls the handler, and ends the process when that returns false. */
export function handle(error: unknown, origin = "uncaughtException"): void {
  if (handler !== null && handler(error, origin)) return;
  services().endByException(error, origin);
}

export type { Monitor };
