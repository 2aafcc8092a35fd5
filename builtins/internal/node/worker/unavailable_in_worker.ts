// Members of `process` that are unavailable in a worker, because they affect the whole process.
import { variables } from "internal:core/process/environment";
import { ERR_WORKER_UNSUPPORTED_OPERATION } from "internal:core/errors";

const UNAVAILABLE = ["abort", "chdir", "initgroups", "setgroups", "setuid", "setgid", "seteuid", "setegid", "execve"];

/** Replaces the members of `process`. `isTest`: the thread runs a test file, which may set the mask of new files. */
export function adapt(process: any, isTest: boolean): void {
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
  const { umask } = process;
  if (!isTest)
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
