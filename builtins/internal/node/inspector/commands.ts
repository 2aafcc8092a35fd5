// The commands of `inspector.Session` that need no debugger: evaluating, heap snapshots, CPU profiles and coverage of this thread.
// https://chromedevtools.github.io/devtools-protocol/v8/
import { isLoaded, services } from "internal:core/bootstrap";
import { ERR_INSPECTOR_COMMAND } from "internal:core/errors";
import { option } from "internal:core/launch";
import { describe, type RemoteObject, propertiesOf, Remotes } from "internal:node/inspector/remote_objects";
import { CpuProfile } from "internal:node/v8/cpu_profile";
import { v8Snapshot } from "internal:node/v8/heap_snapshot";
import { hasCounted } from "internal:loader/counters";
import { collectGarbage } from "native:realm";
import { pid } from "native:process";
import { now } from "native:time";
import { threadId } from "native:worker";
import defer * as calls from "internal:node/inspector/runtime_calls";
import defer * as consoleCalls from "internal:node/inspector/console_calls";
import defer * as coverage from "internal:node/inspector/precise_coverage";
import type { PreciseCoverage } from "internal:node/inspector/precise_coverage";
import defer * as domStorage from "internal:node/inspector/dom_storage";
import defer * as network from "internal:node/inspector/network";
import defer * as resources from "internal:node/inspector/network_resources";
import defer * as tracing from "internal:node/inspector/tracing_domain";
import defer * as vm from "internal:node/vm/script";

/** "Method not found" and "Invalid params", of JSON-RPC 2.0 §5.1, and the protocol's code for failures. */
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMETERS = -32602;
const FAILED = -32000;
/** How long the parts of a heap snapshot are, in UTF-16 units. */
const CHUNK_LENGTH = 100 * 1024;

const MILLISECONDS = 1000;

type Parameters = Record<string, unknown>;
type Result = Record<string, unknown>;
type Command = (session: Commands, parameters: Parameters) => Result | Promise<Result>;

/** What a session has enabled and started. `notify` receives the notifications of its commands. */
export class Commands {
  readonly notify: (method: string, parameters: object) => void;
  readonly remotes = new Remotes();
  /** Scripts that were compiled and have not run. */
  readonly scripts = new Remotes();
  /** The names of the bindings whose calls are events. */
  readonly bindings = new Set<string>();
  isRuntimeEnabled = false;
  isProfilerEnabled = false;
  profile: CpuProfile | null = null;
  coverage: PreciseCoverage | null = null;
  exceptions = 0;
  readonly #consoleProfiles: { id: string; title: string; profile: CpuProfile }[] = [];
  #lastProfile = 0;

  constructor(notify: (method: string, parameters: object) => void) {
    this.notify = notify;
  }

  /** Runs a command. Throws ERR_INSPECTOR_COMMAND. */
  run(method: string, parameters: Parameters): Result | Promise<Result> {
    const command = Object.hasOwn(COMMANDS, method) ? COMMANDS[method]! : commandOfFlag(method);
    this.remotes.group = typeof parameters.objectGroup === "string" ? parameters.objectGroup : undefined;
    if (command === null) throw new ERR_INSPECTOR_COMMAND(METHOD_NOT_FOUND, `'${method}' wasn't found`);
    return command(this, parameters);
  }

  /** Ends what the session started. */
  close(): void {
    this.stopProfiles();
    this.bindings.clear();
    if (isLoaded("internal:node/inspector/console_calls")) consoleCalls.forget(this);
    if (isLoaded("internal:node/inspector/network")) network.forget(this);
    if (isLoaded("internal:node/inspector/dom_storage")) domStorage.forget(this);
    if (isLoaded("internal:node/inspector/tracing_domain")) tracing.forget(this);
  }

  /** `console.profile`: a profile whose end is an event. */
  beginConsoleProfile(title: string): void {
    this.#consoleProfiles.push({ id: String(++this.#lastProfile), title, profile: new CpuProfile() });
  }
  /** `console.profileEnd`: ends the last one, or the last one with that title. */
  endConsoleProfile(title: string | undefined): void {
    const found = this.#consoleProfiles.findLast((running) => title === undefined || running.title === title);
    const profile = found?.profile.stop();
    if (found === undefined || profile === undefined) return;
    this.#consoleProfiles.splice(this.#consoleProfiles.indexOf(found), 1);
    const location = { scriptId: "0", lineNumber: 0, columnNumber: 0 };
    this.notify("Profiler.consoleProfileFinished", {
      id: found.id,
      location,
      profile: JSON.parse(profile),
      ...(found.title === "" ? undefined : { title: found.title }),
    });
  }

  stopProfiles(): void {
    for (const { profile } of this.#consoleProfiles.splice(0)) profile.stop();
    this.profile?.stop();
    this.profile = null;
    this.coverage?.stop();
    this.coverage = null;
  }
}

const nothing: Command = () => ({});

/** The realm of this thread. */
function ownContext(): object {
  const thread = threadId();
  const name = thread === 0 ? `${services().process.argv0}[${pid()}]` : `Worker[${thread}]`;
  return { id: 1, origin: "", name, uniqueId: `1.${thread}`, auxData: { isDefault: true } };
}

/** A command of a domain that a flag enables; null for others. */
function commandOfFlag(method: string): Command | null {
  switch (method.slice(0, method.indexOf("."))) {
    case "Network":
      return commandOfNetwork(method);
    case "IO":
      return resources.commandOfResources(method);
    case "DOMStorage":
    case "Storage":
      if (option("--experimental-storage-inspection") === undefined) return null;
      return Object.hasOwn(domStorage.commands, method) ? domStorage.commands[method]! : null;
    default:
      return null;
  }
}

/** A command of the domain Network; null for others. As in Node, enabling it has no effect without its flag. */
function commandOfNetwork(method: string): Command | null {
  if (method === "Network.loadNetworkResource") return resources.commandOfResources(method);
  if (option("--experimental-network-inspection") === undefined)
    return method === "Network.enable" || method === "Network.disable" ? nothing : null;
  return Object.hasOwn(network.commands, method) ? network.commands[method]! : null;
}

const COMMANDS: Record<string, Command> = {
  "Runtime.enable": (session) => {
    if (!session.isRuntimeEnabled) session.notify("Runtime.executionContextCreated", { context: ownContext() });
    session.isRuntimeEnabled = true;
    consoleCalls.watch(session, session, (details) => session.notify("Runtime.consoleAPICalled", details));
    return {};
  },
  "Runtime.disable": (session) => {
    session.isRuntimeEnabled = false;
    consoleCalls.forget(session);
    return {};
  },
  "Runtime.evaluate": evaluate,
  "Runtime.getProperties": (session, parameters) => {
    const value = session.remotes.valueOf(parameters.objectId);
    if (value === undefined) throw failed("Could not find object with given id");
    return { result: propertiesOf(session.remotes, value.object) };
  },
  "Runtime.callFunctionOn": (session, parameters) => calls.callFunctionOn(session, parameters),
  "Runtime.awaitPromise": (session, parameters) => calls.awaitPromise(session, parameters),
  "Runtime.compileScript": (session, parameters) => calls.compileScript(session, parameters),
  "Runtime.runScript": (session, parameters) => calls.runScript(session, parameters),
  "Runtime.addBinding": (session, parameters) => calls.addBinding(session, parameters),
  "Runtime.removeBinding": (session, parameters) => calls.removeBinding(session, parameters),
  "Runtime.getIsolateId": () => ({ id: pid().toString(16).padStart(16, "0") }),
  // A session of the own thread never waits.
  "Runtime.runIfWaitingForDebugger": nothing,
  "Runtime.discardConsoleEntries": () => {
    consoleCalls.discard();
    return {};
  },
  "Runtime.releaseObject": (session, parameters) => {
    if (session.remotes.valueOf(parameters.objectId) === undefined)
      throw failed(Remotes.problemOf(parameters.objectId));
    session.remotes.release(parameters.objectId);
    return {};
  },
  "Runtime.releaseObjectGroup": (session, { objectGroup }) => {
    if (typeof objectGroup !== "string") throw invalid();
    session.remotes.releaseGroup(objectGroup);
    return {};
  },
  "Runtime.getHeapUsage": () => {
    const { heapUsed, heapTotal, arrayBuffers } = services().process.memoryUsage();
    return { usedSize: heapUsed, totalSize: heapTotal, embedderHeapUsedSize: 0, backingStorageSize: arrayBuffers };
  },
  "HeapProfiler.enable": nothing,
  "HeapProfiler.disable": nothing,
  "HeapProfiler.collectGarbage": () => {
    collectGarbage();
    return {};
  },
  "HeapProfiler.takeHeapSnapshot": (session) => {
    const snapshot = v8Snapshot("HeapProfiler.takeHeapSnapshot");
    for (let start = 0; start < snapshot.length; start += CHUNK_LENGTH)
      session.notify("HeapProfiler.addHeapSnapshotChunk", { chunk: snapshot.slice(start, start + CHUNK_LENGTH) });
    return {};
  },
  "Profiler.enable": (session) => {
    session.isProfilerEnabled = true;
    return {};
  },
  "Profiler.disable": (session) => {
    session.stopProfiles();
    session.isProfilerEnabled = false;
    return {};
  },
  // The engine's profiler has its own interval, which profiles state.
  "Profiler.setSamplingInterval": (session, { interval }) => {
    if (typeof interval !== "number") throw invalid();
    if (session.profile !== null) throw failed("Cannot change sampling interval when profiling.");
    return {};
  },
  "Profiler.start": (session) => {
    if (!session.isProfilerEnabled) throw failed("Profiler is not enabled");
    session.profile ??= new CpuProfile();
    return {};
  },
  "Profiler.stop": (session) => {
    const profile = session.profile?.stop();
    session.profile = null;
    if (profile === undefined) throw failed("No recording profiles found");
    return { profile: JSON.parse(profile) };
  },
  "Profiler.startPreciseCoverage": startPreciseCoverage,
  "Profiler.takePreciseCoverage": (session) => {
    if (session.coverage === null) throw failed("Precise coverage has not been started.");
    return { result: session.coverage.take(), timestamp: now() / MILLISECONDS };
  },
  "Profiler.stopPreciseCoverage": (session) => {
    if (!session.isProfilerEnabled) throw failed("Profiler is not enabled");
    session.coverage?.stop();
    session.coverage = null;
    return {};
  },
  // Without counters there is nothing to report, and an empty result would say that nothing ran.
  "Profiler.getBestEffortCoverage": () => {
    if (!hasCounted()) throw failed("Brio counts only what is loaded after Profiler.startPreciseCoverage");
    return { result: coverage.bestEffort() };
  },
  "NodeTracing.getCategories": () => tracing.getCategories(),
  "NodeTracing.start": (session, parameters) => tracing.start(session, parameters) as Result,
  "NodeTracing.stop": (session) => tracing.stop(session, session.notify) as Result,
  "Console.enable": nothing,
  "Console.disable": nothing,
  "Console.clearMessages": nothing,
  "Schema.getDomains": () => ({
    domains: ["Runtime", "Profiler", "HeapProfiler", "Schema"].map((name) => ({ name, version: "1.3" })),
  }),
};

function failed(message: string): Error {
  return new ERR_INSPECTOR_COMMAND(FAILED, message);
}

function invalid(): Error {
  return new ERR_INSPECTOR_COMMAND(INVALID_PARAMETERS, "Invalid parameters");
}

function startPreciseCoverage(session: Commands, parameters: Parameters): Result {
  const { callCount = false, detailed = false, allowTriggeredUpdates = false } = parameters;
  if (typeof callCount !== "boolean" || typeof detailed !== "boolean" || typeof allowTriggeredUpdates !== "boolean")
    throw invalid();
  if (!session.isProfilerEnabled) throw failed("Profiler is not enabled");
  if (session.coverage === null) session.coverage = new coverage.PreciseCoverage({ callCount, detailed });
  else session.coverage.restart({ callCount, detailed });
  return { timestamp: now() / MILLISECONDS };
}

function evaluate(session: Commands, parameters: Parameters): Result | Promise<Result> {
  const { expression, awaitPromise, timeout } = parameters;
  if (typeof expression !== "string" || (timeout !== undefined && typeof timeout !== "number")) throw invalid();
  const limit = timeout === undefined ? undefined : { timeout: Math.max(1, Math.ceil(timeout)) };
  const isByValue = parameters.returnByValue === true;
  let value: unknown;
  try {
    value = vm.runInThisContext(expression, { filename: "<anonymous>", displayErrors: false, ...limit });
  } catch (error) {
    if (limit !== undefined && (error as { code?: unknown } | null)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT")
      throw failed("Execution was terminated");
    return exceptionOf(session, error);
  }
  if (awaitPromise !== true) return { result: describe(session.remotes, value, isByValue) };
  return Promise.resolve(value).then(
    (settled) => ({ result: describe(session.remotes, settled, isByValue) }),
    (error) => exceptionOf(session, error),
  );
}

/** An exception, as the protocol tells of it. */
export function exceptionOf(session: Commands, error: unknown): { result: RemoteObject; exceptionDetails: object } {
  const result = describe(session.remotes, error, false);
  const details = {
    exceptionId: ++session.exceptions,
    text: "Uncaught",
    lineNumber: 0,
    columnNumber: 0,
    exception: result,
  };
  return { result, exceptionDetails: details };
}
