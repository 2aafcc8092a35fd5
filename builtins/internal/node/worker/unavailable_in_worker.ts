// What a worker's `process` refuses, because it belongs to the whole process.
import { ERR_WORKER_UNSUPPORTED_OPERATION } from "internal:core/errors";

const REFUSED = ["abort", "chdir", "initgroups", "setgroups", "setuid", "setgid", "seteuid", "setegid", "execve"];

/** Adapts the object. */
export function adapt(process: any): void {
  for (const name of REFUSED) {
    const refuse = (): never => {
      throw new ERR_WORKER_UNSUPPORTED_OPERATION(`process.${name}()`);
    };
    Object.defineProperty(process, name, {
      value: Object.assign(refuse, { disabled: true }),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  const { umask } = process;
  process.umask = function (mask?: unknown): number {
    if (mask !== undefined) throw new ERR_WORKER_UNSUPPORTED_OPERATION("Setting process.umask()");
    return umask();
  };
  for (const name of ["_startProfilerIdleNotifier", "_stopProfilerIdleNotifier", "_debugProcess", "_debugEnd"])
    delete process[name];
}
