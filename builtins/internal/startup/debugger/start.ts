// `brio inspect`: the debugger of the command line, as `node inspect`.
import { exitNow } from "internal:core/process/state";
import { stackOf } from "internal:core/stack/stack";
import { parseArguments, type Target, USAGE } from "internal:startup/debugger/command_line";
import { Prompt } from "internal:startup/debugger/prompt";
import { Session } from "internal:startup/debugger/session";
import processObject from "internal:node/process";
import fs from "internal:node/fs";
import { writeError } from "native:stdio";

const INVALID_ARGUMENT = 9;
const FAILED = 1;
const SIGUSR1 = 10;

/** Debugs what the arguments name. */
export function start(given: readonly string[]): void {
  const target = parseArguments(given);
  if (target === null) {
    writeError(USAGE);
    exitNow(INVALID_ARGUMENT);
  }
  if (target.kind === "process") askToListen(target);
  void debug(target);
}

async function debug(target: Target): Promise<void> {
  let prompt: Prompt | null = null;
  const session = new Session(target, (text, continues = false) => {
    const { stdout } = processObject;
    // The prompt and what was typed give way.
    if (prompt !== null) stdout.write(stdout.isTTY === true ? "\r\u001B[K" : "\b");
    stdout.write(continues ? text : `${text}\n`);
    if (!continues) prompt?.show();
  });
  try {
    await session.begin();
    prompt = new Prompt(session);
    await session.release();
  } catch (error) {
    session.kill();
    if (!/failed to connect/.test((error as Error).message))
      writeError(`${String(stackOf(error as Error) ?? error)}\n`);
    processObject.exit(FAILED);
  }
}

/** Asks a process to serve debuggers. One that does not catch the signal would end, and may serve them already. */
function askToListen({ pid }: Target & { kind: "process" }): void {
  try {
    processObject.kill(pid, catches(pid, SIGUSR1) ? SIGUSR1 : 0);
  } catch (error) {
    if ((error as { code?: string }).code !== "ESRCH") throw error;
    writeError(`Target process: ${pid} doesn't exist.\n`);
    exitNow(FAILED);
  }
}

/** Whether a process handles a signal; true where the system does not say (`proc_pid_status(5)`). */
function catches(pid: number, signal: number): boolean {
  let status: string;
  try {
    status = fs.readFileSync(`/proc/${pid}/status`, "latin1");
  } catch {
    return true;
  }
  const caught = /^SigCgt:\s*([\da-f]+)$/m.exec(status)?.[1];
  return caught === undefined || ((BigInt(`0x${caught}`) >> BigInt(signal - 1)) & 1n) === 1n;
}
