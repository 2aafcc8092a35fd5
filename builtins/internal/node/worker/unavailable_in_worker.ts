// Members of `process` that are unavailable in a worker, because they affect the whole process.
import { variables } from "internal:core/process/environment";
import { ERR_WORKER_UNSUPPORTED_OPERATION } from "internal:core/errors";
import { separateDirectory } from "native:process";

const UNAVAILABLE = ["abort", "chdir", "initgroups", "setgroups", "setuid", "setgid", "seteuid", "setegid", "execve"];

/** Replaces the members of `process`. `isTest`: the thread runs a test file, which may have a directory of its own. */
export function adapt(process: any, isTest: boolean): void {
  const { chdir, umask } = process;
  // What a process with a channel to its parent has.
  const ofChannel = variables.NODE_CHANNEL_FD !== undefined;
  for (const name of ofChannel ? [...UNAVAILABLE, "send", "disconnect"] : UNAVAILABLE) {
    const unavailable = (): never => {
      throw new ERR_WORKER_UNSUPPORTED_OPERATION(`process.${name}()`);
    };
    Object.defineProperty(process, name, {
      value: Object.assign(unavailable, { disabled: true }),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  for (const name of ofChannel ? ["channel", "connected"] : []) {
    Object.defineProperty(process, name, {
      get: (): never => {
        throw new ERR_WORKER_UNSUPPORTED_OPERATION(`process.${name}`);
      },
      enumerable: false,
      configurable: true,
    });
  }
  if (isTest) separateOnChange(process, chdir, umask);
  else
    process.umask = function (mask?: unknown): number {
      if (mask !== undefined) throw new ERR_WORKER_UNSUPPORTED_OPERATION("Setting process.umask()");
      return umask();
    };
  for (const name of [
    "_startProfilerIdleNotifier",
    "_stopProfilerIdleNotifier",
    "_debugProcess",
    "_debugPause",
    "_debugEnd",
  ])
    delete process[name];
}

/** The working directory and the mask of new files become those of this thread when it changes them. */
function separateOnChange(
  process: Record<string, unknown>,
  chdir: (directory: unknown) => void,
  umask: (...mask: unknown[]) => number,
): void {
  process.chdir = (directory: unknown): void => {
    if (!separateDirectory()) throw new ERR_WORKER_UNSUPPORTED_OPERATION("process.chdir()");
    chdir(directory);
  };
  process.umask = (...mask: unknown[]): number => {
    if (mask.length > 0 && mask[0] !== undefined) separateDirectory();
    return umask(...mask);
  };
}
