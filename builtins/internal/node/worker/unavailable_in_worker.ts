// Members of `process` that are unavailable in a worker, because they affect the whole process.
import { ERR_WORKER_UNSUPPORTED_OPERATION } from "internal:core/errors";

const UNAVAILABLE = ["abort", "chdir", "initgroups", "setgroups", "setuid", "setgid", "seteuid", "setegid", "execve"];

/** Replaces the members of `process`. `isTest`: the thread runs a test file, which may set the mask of new files. */
export function adapt(process: any, isTest: boolean): void {
  for (const name of UNAVAILABLE) {
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
  const { umask } = process;
  if (!isTest)
    process.umask = function (mask?: unknown): number {
      if (mask !== undefined) throw new ERR_WORKER_UNSUPPORTED_OPERATION("Setting process.umask()");
      return umask();
    };
  for (const name of ["_startProfilerIdleNotifier", "_stopProfilerIdleNotifier", "_debugProcess", "_debugEnd"])
    delete process[name];
}
