// What `Deno.exit` and `process.exit` call before they end the process: in a test of Deno they are errors.
import * as state from "internal:core/process/state";

let guard: ((code: number) => void) | null = null;

/** Sets the function that throws to refuse the exit; null: none. */
export function setExitGuard(next: ((code: number) => void) | null): void {
  guard = next;
}

/** Throws when the exit is refused. */
export function checkExit(code: unknown): void {
  guard?.(Number(code ?? state.getExitCode() ?? 0));
}
