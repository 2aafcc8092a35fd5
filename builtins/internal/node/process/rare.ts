// Members of `process` that few programs touch.
import { load } from "internal:core/bootstrap";
import defer * as active from "internal:node/process/active";
import defer * as bindings from "internal:node/process/bindings";
import defer * as credentials from "internal:node/process/credentials";
import { kill as nativeKill, pid as ownPid } from "native:process";
import { flush } from "native:stdio";
import { emitWarning } from "internal:core/process/warn";
import { environment } from "internal:core/process/environment";
import defer * as errors from "internal:core/errors";
import defer * as validators from "internal:core/validators";

function missing(name: string): () => never {
  return () => {
    throw new errors.ERR_METHOD_NOT_IMPLEMENTED(`process.${name}`);
  };
}

function callIfFunction(item: any, method: unknown): void {
  if (typeof method === "function") method.call(item);
}

function loadEnvFile(path?: string | { href: string } | null): void {
  const text: string = load("internal:node/fs").default.readFileSync(
    load("internal:node/fs/path").toPath(path ?? ".env"),
    "utf8",
  );
  const values: Record<string, string> = load("internal:node/util").default.parseEnv(text);
  for (const [name, value] of Object.entries(values)) if (environment[name] === undefined) environment[name] = value;
}

/** By name. */
export const members: Record<string, (...args: any[]) => unknown> = {
  binding: (name: unknown) => bindings.binding(name),
  dlopen: missing("dlopen"),
  loadEnvFile,
  getActiveResourcesInfo: () => active.resourceNames(),
  _getActiveHandles: () => active.handles(),
  _getActiveRequests: () => active.requests(),
  _kill: (pid: number, signal: number) => {
    pid |= 0;
    // The signal may be this process's end (0 and negative numbers are groups of processes): what waits for standard output would be lost.
    if (pid <= 0 || pid === ownPid()) flush();
    try {
      nativeKill(pid, signal | 0);
      return 0;
    } catch (error: any) {
      if (typeof error.errno !== "number") throw error;
      return error.errno;
    }
  },
  _linkedBinding: missing("_linkedBinding"),
  _debugProcess: missing("_debugProcess"),
  _debugEnd: missing("_debugEnd"),
  // Node's do nothing either.
  _startProfilerIdleNotifier: () => {},
  _stopProfilerIdleNotifier: () => {},
  _tickCallback: () => load("internal:core/loop").runWaitingTicks(),
  constrainedMemory: () => 0,
  availableMemory: () => load("internal:node/os").default.freemem(),
  ref: (item: any) => callIfFunction(item, item?.[Symbol.for("nodejs.ref")] ?? item?.ref),
  unref: (item: any) => callIfFunction(item, item?.[Symbol.for("nodejs.unref")] ?? item?.unref),
};
for (const name of ["execve", "initgroups", "setgroups", "setuid", "setgid", "seteuid", "setegid"])
  members[name] = (...args) => (credentials.members as any)[name](...args);

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
  const warned = new Set<string>();
  const warn = (name: string): void => {
    if (warned.has(name)) return;
    warned.add(name);
    emitWarning(
      `process.finalization.${name} is an experimental feature and might change at any time`,
      "ExperimentalWarning",
    );
  };
  const add =
    (name: string, event: string) =>
    (object: object, callback: (object: object, event: string) => void): void => {
      warn(name);
      if (typeof object !== "function") validators.validateObject(object, "obj");
      registry.set(new WeakRef(object), { callback, event });
    };
  return {
    register: add("register", "exit"),
    registerBeforeExit: add("registerBeforeExit", "beforeExit"),
    unregister: (object: object) => {
      warn("unregister");
      for (const reference of registry.keys()) if (reference.deref() === object) registry.delete(reference);
    },
  };
}
