// node:inspector: a session evaluates, takes heap snapshots and CPU profiles of its thread (`inspector/commands`); other
// commands fail with the protocol's error for an unknown method. `open` lets debuggers connect (`inspector/inspected`).
import {
  ERR_INSPECTOR_ALREADY_ACTIVATED,
  ERR_INSPECTOR_ALREADY_CONNECTED,
  ERR_INSPECTOR_NOT_ACTIVE,
  ERR_INSPECTOR_NOT_AVAILABLE,
  ERR_INSPECTOR_NOT_CONNECTED,
  ERR_INSPECTOR_NOT_WORKER,
} from "internal:core/errors";
import { validateFunction, validateInt32, validateObject, validateString } from "internal:core/validators";
import { launch } from "internal:core/launch";
import { check } from "internal:core/permissions";
import EventEmitter from "internal:node/events";
import { isLoaded, load, services } from "internal:core/bootstrap";
import defer * as commands from "internal:node/inspector/commands";
import defer * as inspected from "internal:node/inspector/inspected";
import defer * as inspectedThreads from "internal:node/inspector/inspected_thread";
import defer * as owns from "internal:node/inspector/own_session";
import { addLazy } from "internal:node/process/define";
import { workerStart } from "internal:core/worker_state";
import { isAvailable } from "native:inspector";
import { PermissionKind } from "native:permissions";

const PORT_MAX = 65535;
/** The name of a debugger that is not used yet. */
const DEBUGGER = "0.1";

const HOST_WARNING =
  "Binding the inspector to a public IP with an open port is insecure, as it allows external hosts to connect to the inspector and perform a remote code execution attack. Documentation can be found at https://nodejs.org/api/cli.html#--inspecthostport";
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/** `inspector.open`. Throws what Node throws, and ERR_INSPECTOR_NOT_AVAILABLE when the engine cannot be inspected. */
function open(port?: unknown, host?: string, wait?: unknown): object {
  checkPermission("StartIoThread");
  if (inspected.url() !== undefined) throw new ERR_INSPECTOR_ALREADY_ACTIVATED();
  if (!isAvailable()) throw new ERR_INSPECTOR_NOT_AVAILABLE();
  if (typeof port === "number" && Number.isInteger(port) && port >= 0) validateInt32(port, "port", 0, PORT_MAX);
  else port = services().process.debugPort;
  if (host && !LOOPBACK.test(host)) services().emitWarning(HOST_WARNING, "SecurityWarning", undefined, open);
  inspected.tryOpen({
    host: host || "127.0.0.1",
    port: port as number,
    pausesAtStart: false,
    publishes: ["stderr", "http"],
  });
  if (wait) inspected.waitForDebugger();
  return { __proto__: null, [Symbol.dispose]: close };
}

function close(): void {
  if (isLoaded("internal:node/inspector/inspected")) inspected.close();
}

/** Blocks until a debugger lets the program continue. Throws ERR_INSPECTOR_NOT_ACTIVE when none can connect. */
function waitForDebugger(): void {
  if (inspected.url() === undefined || !inspected.waitForDebugger()) throw new ERR_INSPECTOR_NOT_ACTIVE();
}

/** Throws unless the program may use the inspector; the error has the name of Node's operation. */
function checkPermission(resource: string): void {
  if (!launch().restricts) return;
  try {
    check(PermissionKind.INSPECTOR, null);
  } catch (error) {
    (error as { resource: string }).resource = resource;
    throw error;
  }
}

type Listener = Parameters<EventEmitter["on"]>[1];
/** Receives the result of a command. */
type Callback = (error: unknown, result?: unknown) => void;

/** Calls the program. As in Node, what that throws is a warning. */
function withWarning(call: () => void): void {
  try {
    call();
  } catch (thrown) {
    services().process.emitWarning(thrown as Error);
  }
}

function deliver(callback: Callback | undefined, error: unknown, result?: unknown): void {
  withWarning(() => (error === null ? callback?.(null, result) : callback?.(error)));
}

/** Whether a listener receives events of the domain Debugger. */
function isOfDebugger(name: string | symbol): boolean {
  return typeof name === "string" && (name.startsWith("Debugger.") || name === "inspectorNotification");
}

/** `inspector.Session`. */
export class Session extends EventEmitter {
  #isConnected = false;
  #commands: commands.Commands | undefined;
  #own: owns.OwnSession | undefined;
  /** The session of a worker with the main thread, which runs all commands then. */
  #main: owns.MainThreadSession | undefined;
  /** Whether the debugger is enabled as soon as the session has a use for it. */
  #wantsDebugger = false;

  connect(): void {
    checkPermission("Connect");
    if (this.#isConnected) throw new ERR_INSPECTOR_ALREADY_CONNECTED("The inspector session");
    this.#isConnected = true;
  }
  connectToMainThread(): void {
    if (workerStart() === null) throw new ERR_INSPECTOR_NOT_WORKER();
    this.connect();
    // The thread that serves debuggers is there when the program called `open()`, or has a flag, before it made the worker.
    const thread = isLoaded("internal:node/inspector/inspected_thread")
      ? inspectedThreads.InspectedThread.current
      : null;
    if (thread !== null)
      this.#main = new owns.MainThreadSession(thread, (method, params) => this.#notify(method, params));
  }
  /** Calls `callback` synchronously, as Node does for the own thread. */
  post(method: string, params?: unknown, callback?: Callback): void {
    validateString(method, "method");
    if (!callback && typeof params === "function") {
      callback = params as Callback;
      params = null;
    }
    if (params) validateObject(params, "params");
    if (callback) validateFunction(callback, "callback");
    if (!this.#isConnected) throw new ERR_INSPECTOR_NOT_CONNECTED();
    if (this.#main !== undefined)
      return this.#main.post(method, (params ?? {}) as Record<string, unknown>, (error, result) =>
        deliver(callback, error, result),
      );
    if (owns.isServed(method, params as Record<string, unknown> | null) && isAvailable())
      return this.#postToServer(method, (params ?? {}) as Record<string, unknown>, callback);
    this.#commands ??= new commands.Commands((name, parameters) => this.#notify(name, parameters));
    let result: unknown;
    try {
      result = this.#commands.run(method, (params ?? {}) as Record<string, unknown>);
    } catch (error) {
      return deliver(callback, error);
    }
    if (result instanceof Promise) void result.then((value) => deliver(callback, null, value));
    else deliver(callback, null, result);
  }
  /** Programs that measure coverage enable the debugger and have no other use for it, which would slow them down. */
  #postToServer(method: string, params: Record<string, unknown>, callback: Callback | undefined): void {
    if (this.#own === undefined && method.startsWith("Debugger.")) {
      if (method === "Debugger.enable") this.#wantsDebugger = true;
      else if (method === "Debugger.disable") this.#wantsDebugger = false;
      const isIdle = method === "Debugger.enable" ? !this.eventNames().some(isOfDebugger) : !this.#wantsDebugger;
      if (isIdle && method === "Debugger.enable") return deliver(callback, null, { debuggerId: DEBUGGER });
      if (isIdle && method === "Debugger.disable") return deliver(callback, null, {});
    }
    this.#startDebugger(method === "Debugger.enable");
    this.#own!.post(method, params, (error, result) => deliver(callback, error, result));
  }
  #startDebugger(isEnabling: boolean): void {
    this.#own ??= new owns.OwnSession((method, params) => this.#notify(method, params));
    if (!this.#wantsDebugger) return;
    this.#wantsDebugger = false;
    if (!isEnabling) this.#own.post("Debugger.enable", {}, () => {});
  }
  override on(name: string | symbol, listener: Listener): this {
    // The listener does not receive what the command that enabled the debugger reports.
    if (this.#wantsDebugger && isOfDebugger(name)) this.#startDebugger(false);
    return super.on(name, listener);
  }
  override addListener(name: string | symbol, listener: Listener): this {
    return this.on(name, listener);
  }

  disconnect(): void {
    this.#isConnected = this.#wantsDebugger = false;
    this.#main?.end();
    this.#main = undefined;
    this.#own?.end();
    this.#own = undefined;
    this.#commands?.close();
    this.#commands = undefined;
  }
  #notify(method: string, params: object): void {
    const message = { method, params };
    withWarning(() => {
      this.emit(method, message);
      this.emit("inspectorNotification", message);
    });
  }
}

const inspector: object = {
  open,
  close,
  url: () => (isLoaded("internal:node/inspector/inspected") ? inspected.url() : undefined),
  waitForDebugger,
};
addLazy(inspector, "console", () => load("internal:node/inspector/silent_console").silentConsole());
Object.defineProperty(inspector, "Session", { value: Session, writable: true, enumerable: true, configurable: true });
addLazy(inspector, "Network", () => load("internal:node/inspector/network").events);
addLazy(inspector, "NetworkResources", () => load("internal:node/inspector/network_resources").NetworkResources);
addLazy(inspector, "DOMStorage", () => load("internal:node/inspector/dom_storage").events);

export default inspector;
