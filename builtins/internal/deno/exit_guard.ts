// What `Deno.exit` calls before it ends the process: in a test it is an error.

/** Throws to refuse the exit; null: there is none. */
export let exitGuard: ((code: number) => void) | null = null;

/** Sets or removes the function. */
export function setExitGuard(guard: ((code: number) => void) | null): void {
  exitGuard = guard;
}
