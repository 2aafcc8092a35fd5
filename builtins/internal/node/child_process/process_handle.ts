// The native handle of a child process: starting, exit, signals. The base of node:child_process, Bun.spawn and Deno.Command.
import { capture, inScope, type Scope } from "internal:core/async/context";
import { onEvent } from "internal:core/loop";
import { signalName } from "internal:core/signals";
import type { SpawnOptions } from "internal:node/child_process/arguments";
import { descriptorsOf, wordsOf, type Slot } from "internal:node/child_process/stdio";
import { flush } from "native:stdio";
import * as native from "native:child_process";
import { ChildLoopEvent, SpawnFlags } from "native:child_process";

/** The options that are used here. */
export type StartOptions = Pick<SpawnOptions, "file"> &
  Partial<Pick<SpawnOptions, "args" | "cwd" | "detached" | "envPairs" | "gid" | "takesTerminal" | "uid">>;

/** The running children, by their native number. */
const running = new Map<number, ProcessHandle>();

/** One child. Programs use its `onexit` and `pid`. */
export class ProcessHandle {
  pid: number | undefined;
  onexit: (code: number, signal: string | null) => void;
  /** The program's object for the child. */
  owner: object | null = null;
  #child = 0;
  #isReferenced = true;
  scope: Scope | undefined;

  /** `onexit` is called once, as a task: with an exit code, or -1 and the name of a signal. */
  constructor(onexit: (code: number, signal: string | null) => void) {
    this.onexit = onexit;
  }

  /** Starts the program. Returns this process's end of each pipe, or a negative error number. */
  spawn(options: StartOptions, slots: Slot[]): Int32Array | number {
    try {
      // Earlier output of this process precedes the child's.
      flush();
      const started = native.spawn(
        options.file,
        (options.args ?? [options.file]).map(String),
        options.envPairs ?? [],
        options.cwd || null,
        {
          uid: options.uid ?? null,
          gid: options.gid ?? null,
          stdio: wordsOf(slots),
          flags:
            (options.detached ? SpawnFlags.NEW_SESSION : 0) |
            (options.takesTerminal ? SpawnFlags.CONTROLLING_TERMINAL : 0),
        },
      );
      this.#child = started.child;
      this.pid = started.pid;
      this.scope = capture("PROCESSWRAP", this);
      onEvent(ChildLoopEvent.EXIT, deliverExit);
      running.set(started.child, this);
      return descriptorsOf(started.pipes);
    } catch (error) {
      const { errno } = error as { errno?: unknown };
      if (typeof errno !== "number") throw error;
      return errno;
    }
  }
  kill(number: number): number {
    return native.signal(this.#child, number);
  }
  ref(): void {
    this.#isReferenced = true;
    native.setReferenced(this.#child, true);
  }
  unref(): void {
    this.#isReferenced = false;
    native.setReferenced(this.#child, false);
  }
  hasRef(): boolean {
    return this.#isReferenced && running.has(this.#child);
  }
  close(): void {}
}

function deliverExit(child: number, code: number, signal: number): void {
  const handle = running.get(child);
  running.delete(child);
  if (handle !== undefined) inScope(handle.scope, () => handle.onexit(code, signalName(signal)));
}

/** The running children. */
export function openHandles(): ProcessHandle[] {
  return [...running.values()];
}

/** The running children that keep the process alive. */
export function runningHandles(): ProcessHandle[] {
  return openHandles().filter((handle) => handle.hasRef());
}
