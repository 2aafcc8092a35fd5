// Programs that request permissions in an endless loop and are granted none: they end with an error.
import { loopState } from "internal:core/loop_state";
import { writeStderr } from "internal:core/stdio";
import { reportFatal } from "internal:core/process/state";
import { exit } from "native:process";
import { LoopWord } from "native:realm";

/** So many refusals in one turn of the event loop are a loop that goes on until it is granted what it asks for. */
const REFUSALS_MAX = 10_000;
const EXIT_CODE = 1;

let turn = -1;
let refusals = 0;

/** Counts a request that was not granted. Ends the thread after too many within a turn of the event loop. */
export function noteRefusal(name: string): void {
  const now = loopState[LoopWord.TURNS]!;
  if (turn !== now) {
    turn = now;
    refusals = 0;
  }
  if (++refusals < REFUSALS_MAX) return;
  const message = `The program requested permissions ${REFUSALS_MAX} times in a row, and none was granted; run again with the --allow-${name} flag`;
  // The loop may catch exceptions. The parent of a worker gets this one, and ends unless it handles it.
  if (reportFatal === null) writeStderr(`error: ${message}\n`);
  else reportFatal(new Error(message), "uncaughtException");
  exit(EXIT_CODE, false);
}
