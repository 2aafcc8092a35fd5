// Members of `process` that few programs touch.
import { load } from "internal:bootstrap";
import { environment } from "internal:process/environment";
import defer * as errors from "internal:errors";

function missing(name: string): () => never {
  return () => {
    throw new errors.ERR_METHOD_NOT_IMPLEMENTED(`process.${name}`);
  };
}

function loadEnvFile(path: string | { href: string } = ".env"): void {
  const text: string = load("node:fs").default.readFileSync(path, "utf8");
  const values: Record<string, string> = load("node:util").default.parseEnv(text);
  for (const [name, value] of Object.entries(values)) if (environment[name] === undefined) environment[name] = value;
}

/** By name. */
export const members: Record<string, (...args: any[]) => unknown> = {
  binding: missing("binding"),
  dlopen: missing("dlopen"),
  execve: missing("execve"),
  loadEnvFile,
  getActiveResourcesInfo: missing("getActiveResourcesInfo"),
  constrainedMemory: () => 0,
  availableMemory: () => load("node:os").default.freemem(),
  ref: (item: any) => (item?.[Symbol.for("nodejs.ref")] ?? item?.ref)?.call(item),
  unref: (item: any) => (item?.[Symbol.for("nodejs.unref")] ?? item?.unref)?.call(item),
};
for (const name of ["initgroups", "setgroups", "setuid", "setgid", "seteuid", "setegid"]) members[name] = missing(name);

/** `process.report`. */
export function report(): object {
  return { writeReport: missing("report.writeReport"), getReport: missing("report.getReport"), compact: false, directory: "", filename: "", signal: "SIGUSR2", reportOnFatalError: false, reportOnSignal: false, reportOnUncaughtException: false, excludeNetwork: false };
}

/** `process.finalization`. */
export function finalization(process: any): object {
  const registry = new Map<WeakRef<object>, { callback: (object: object, event: string) => void; event: string }>();
  const run = (event: string) => (): void => {
    for (const [reference, entry] of registry) {
      const object = reference.deref();
      if (object !== undefined && entry.event === event) entry.callback(object, event);
    }
  };
  process.on("exit", run("exit"));
  process.on("beforeExit", run("beforeExit"));
  const add = (event: string) => (object: object, callback: (object: object, event: string) => void): void => {
    registry.set(new WeakRef(object), { callback, event });
  };
  return {
    register: add("exit"),
    registerBeforeExit: add("beforeExit"),
    unregister: (object: object) => {
      for (const reference of registry.keys()) if (reference.deref() === object) registry.delete(reference);
    },
  };
}
