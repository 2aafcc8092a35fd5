// Waits until errors that belong to a test have been reported, and runs tests that wait for nothing in one task.
import { asyncCell } from "internal:core/bootstrap";
import { hasRejections } from "internal:core/process/rejections";
import { loopState } from "internal:core/loop_state";
import { hasTicks, nextTick } from "internal:core/ticks";
import { setImmediate, setInternalImmediate } from "internal:core/timers";
import { nowMs } from "internal:test_runner/clock";
import { LoopWord, runJobs } from "native:realm";

/** Timers and messages wait no longer than this for tests that wait for nothing. */
const TURN_MS = 10;

let lastTurnMs = -Infinity;

/** Whether a turn of the loop is due: the code so far has queued ticks or immediates, or the last one was long ago. */
function needsTurn(): boolean {
  return loopState[LoopWord.IMMEDIATES] !== 0 || hasTicks() || nowMs() - lastTurnMs >= TURN_MS;
}

/**
 * Resolves after the promise jobs, when the engine has reported rejections without a handler; when there are some, or ticks
 * or immediates of the test, in a later turn of the loop. A turn costs several system calls, so that most tests do without.
 */
export async function waitForStrays(): Promise<void> {
  if (!needsTurn()) {
    await new Promise<void>((resolve) => void nextTick(resolve));
    if (!hasRejections()) return;
  }
  await new Promise<void>((resolve) => void setImmediate(resolve));
  lastTurnMs = nowMs();
}

/** Waits for so many turns of the loop: what the system has reported until then has been received. */
export async function waitForTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise<void>((resolve) => void setImmediate(resolve));
  if (count > 0) lastTurnMs = nowMs();
}

/**
 * Calls `step` in a task of the loop until it returns false, a promise, or a turn of the loop is due. Resolves at the end,
 * when there is a promise after it.
 */
export function runInTask(step: () => boolean | Promise<void>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const run = (): void => {
    try {
      let result: boolean | Promise<void>;
      do result = step();
      while (result === true && !needsTurn());
      resolve(typeof result === "boolean" ? undefined : result);
    } catch (error) {
      reject(error);
    }
  };
  if (!needsTurn()) nextTick(run);
  else
    setInternalImmediate(() => {
      lastTurnMs = nowMs();
      run();
    });
  return promise;
}

/** Runs the promise jobs of a test that has returned. Returns whether it left nothing that has to be waited for. */
export function endsAtOnce(): boolean {
  const frame = asyncCell.f;
  runJobs();
  asyncCell.r(frame, undefined);
  return !hasRejections() && loopState[LoopWord.IMMEDIATES] === 0 && !hasTicks();
}
