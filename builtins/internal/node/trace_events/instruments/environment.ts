// What a thread does besides running its program's functions (`node.environment`), and when it had started (`node.bootstrap`).
import { launch } from "internal:core/launch";
import { wrapHooks } from "internal:core/loop";
import { loopState } from "internal:core/loop_state";
import { Group } from "internal:node/trace_events/categories";
import { type Moment, moment, momentAt, record, recordCall } from "internal:node/trace_events/recorder";
import { services } from "internal:core/bootstrap";
import { LoopWord } from "native:realm";
import { flush } from "native:stdio";
import { monotonicOrigin } from "native:time";
import { threadId } from "native:worker";

/** Events of the loop come in turns: those of one turn are one trace event. */
class Turn {
  readonly #name: string;
  #at: Moment | null = null;

  constructor(name: string) {
    this.#name = name;
  }

  /** Runs one of several; `run` returns whether there are more. */
  run(one: () => boolean): boolean {
    this.#at ??= moment();
    let hasMore = false;
    try {
      hasMore = one();
    } finally {
      if (!hasMore) {
        record(Group.ENVIRONMENT, "X", this.#name, { at: this.#at, until: moment() });
        this.#at = null;
      }
    }
    return hasMore;
  }
}

/** Makes the loop record its phases. */
export function install(): void {
  const process = services().process;
  const args = { args: process.argv, exec_args: launch().execArguments };
  record(Group.ENVIRONMENT, "b", "Environment", { id: threadId() + 1, args: { args } });
  const timers = new Turn("RunTimers");
  const immediates = new Turn("CheckImmediate");
  wrapHooks(({ runTimer, runImmediate, beforeExit }) => ({
    runTimer: (nowMs) => timers.run(() => runTimer(nowMs)),
    runImmediate: () => immediates.run(() => runImmediate()),
    beforeExit: () => recordCall(Group.ENVIRONMENT, "BeforeExit", beforeExit),
  }));
}

const MILESTONES: [name: string, word: number][] = [
  ["environment", LoopWord.REALM_READY],
  ["nodeStart", -1],
  ["v8Start", LoopWord.ENGINE_START],
  ["bootstrapComplete", LoopWord.HOOKS_READY],
  ["loopStart", LoopWord.LOOP_START],
  ["loopExit", LoopWord.LOOP_EXIT],
];

/** The thread ends. */
export function finish(): void {
  for (const [name, word] of MILESTONES) {
    const reached = word === -1 ? monotonicOrigin() : loopState[word]!;
    if (reached !== 0) record(Group.BOOTSTRAP, "I", name, { at: momentAt(reached - monotonicOrigin()) });
  }
  recordCall(Group.ENVIRONMENT, "RunCleanup", () => {
    // What native code left for later: output that was not written.
    recordCall(Group.ENVIRONMENT, "RunAndClearNativeImmediates", flush);
  });
  record(Group.ENVIRONMENT, "X", "AtExit", { at: moment(), until: moment() });
  record(Group.ENVIRONMENT, "e", "Environment", { id: threadId() + 1 });
}
