// A main module that still awaits when the loop has no more work. Node ends the program with 13; Bun waits, since an event of
// something unreferenced may arrive; Deno waits only for timers, and then fails.
import { home } from "internal:core/program";
import { loopState } from "internal:core/loop_state";
import { setTimeout } from "internal:core/timers";
import * as state from "internal:core/process/state";
import { LoopWord } from "native:realm";
import { writeError } from "native:stdio";

let isHeld = false;

/** Keeps the loop alive. Returns false when it shall end. */
export function hold(): boolean {
  if (home() === "bun") {
    if (!isHeld) loopState[LoopWord.REFERENCED_TIMERS]!++;
    isHeld = true;
    return true;
  }
  const next = loopState[LoopWord.NEXT_TIMER]!;
  if (!Number.isFinite(next)) return false;
  // Referenced, and due no earlier than the timer that the module may wait for.
  setTimeout(() => {}, Math.max(1, Math.ceil(next - loopState[LoopWord.NOW]!)));
  return true;
}

/** The module no longer awaits. */
export function end(): void {
  if (!isHeld) return;
  isHeld = false;
  loopState[LoopWord.REFERENCED_TIMERS]!--;
}

/** Reports a module that awaits in vain, and makes the program fail, as in Deno. `report` has its final line feed. */
export function fail(report: string): void {
  writeError(report);
  state.setExitCode(1);
}
