// node:inspector without a debugger: a session evaluates, takes heap snapshots and CPU profiles of its thread
// (`inspector/commands`); other commands fail with the protocol's error for an unknown method. Opening a port for a debugger
// throws ERR_INSPECTOR_NOT_AVAILABLE.
import {
  ERR_INSPECTOR_ALREADY_CONNECTED,
  ERR_INSPECTOR_NOT_AVAILABLE,
  ERR_INSPECTOR_NOT_CONNECTED,
  ERR_INSPECTOR_NOT_WORKER,
} from "internal:core/errors";
import { validateFunction, validateObject, validateString } from "internal:core/validators";
import { launch } from "internal:core/launch";
import { check } from "internal:core/permissions";
import EventEmitter from "internal:node/events";
import { load } from "internal:core/bootstrap";
import defer * as commands from "internal:node/inspector/commands";
import { addLazy } from "internal:node/process/define";
import { workerStart } from "internal:core/worker_state";
import { PermissionKind } from "native:permissions";

function unavailable(): never {
  checkPermission("StartIoThread");
  throw new ERR_INSPECTOR_NOT_AVAILABLE();
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

/** `inspector.Session`. */
export class Session extends EventEmitter {
  #isConnected = false;
  #commands: commands.Commands | undefined;

  connect(): void {
    checkPermission("Connect");
    if (this.#isConnected) throw new ERR_INSPECTOR_ALREADY_CONNECTED("The inspector session");
    this.#isConnected = true;
  }
  connectToMainThread(): void {
    if (workerStart() === null) throw new ERR_INSPECTOR_NOT_WORKER();
    this.connect();
  }
  /** Calls `callback` synchronously, as Node does for the own thread. */
  post(method: string, params?: unknown, callback?: any): void {
    validateString(method, "method");
    if (!callback && typeof params === "function") {
      callback = params;
      params = null;
    }
    if (params) validateObject(params, "params");
    if (callback) validateFunction(callback, "callback");
    if (!this.#isConnected) throw new ERR_INSPECTOR_NOT_CONNECTED();
    this.#commands ??= new commands.Commands((name, parameters) => this.#notify(name, parameters));
    let result: unknown;
    try {
      result = this.#commands.run(method, (params ?? {}) as Record<string, unknown>);
    } catch (error) {
      callback?.(error);
      return;
    }
    if (result instanceof Promise) void result.then((value) => callback?.(null, value));
    else callback?.(null, result);
  }
  disconnect(): void {
    this.#isConnected = false;
    this.#commands?.close();
    this.#commands = undefined;
  }
  #notify(method: string, params: object): void {
    const message = { method, params };
    this.emit(method, message);
    this.emit("inspectorNotification", message);
  }
}

const inspector: object = {
  open: unavailable,
  close() {},
  url: () => undefined,
  waitForDebugger: unavailable,
  Session,
};
addLazy(inspector, "console", () => load("internal:node/console").default);

export default inspector;
