// Waits until errors that belong to a test have been reported.
import { hasRejections } from "internal:core/process/rejections";
import { loopState } from "internal:core/loop_state";
import { hasTicks, nextTick } from "internal:core/ticks";
import { setImmediate } from "internal:core/timers";
import { nowMs } from "internal:test_runner/clock";
import { LoopWord } from "native:realm";

/** Timers and messages wait no longer than this for tests that wait for nothing. */
const TURN_MS = 10;

let lastTurnMs = -Infinity;

/**
 * Resolves after the promise jobs, when the engine has reported rejections without a handler; when there are some, or ticks
 * or immediates of the test, in a later turn of the loop. A turn costs several system calls, so that most tests do without.
 */
export async function waitForStrays(): Promise<void> {
  if (loopState[LoopWord.IMMEDIATES] === 0 && !hasTicks() && nowMs() - lastTurnMs < TURN_MS) {
    await new Promise<void>((resolve) => void nextTick(resolve));
    if (!hasRejections()) return;
  }
  await new Promise<void>((resolve) => void setImmediate(resolve));
  lastTurnMs = nowMs();
}
