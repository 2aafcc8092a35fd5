// node:inspector without an inspector: programs can load the module to check whether a debugger is attached, and connect a session, but
// there are no methods: each command fails with the protocol's error for an unknown method. Opening a port for a
// debugger throws ERR_INSPECTOR_NOT_AVAILABLE.
import {
  ERR_INSPECTOR_ALREADY_CONNECTED,
  ERR_INSPECTOR_COMMAND,
  ERR_INSPECTOR_NOT_AVAILABLE,
  ERR_INSPECTOR_NOT_CONNECTED,
  ERR_INSPECTOR_NOT_WORKER,
} from "internal:core/errors";
import { validateFunction, validateObject, validateString } from "internal:core/validators";
import { launch } from "internal:core/launch";
import { check } from "internal:core/permissions";
import EventEmitter from "internal:node/events";
import { load } from "internal:core/bootstrap";
import { addLazy } from "internal:node/process/define";
import { workerStart } from "internal:core/worker_state";
import { PermissionKind } from "native:permissions";

/** "Method not found", of JSON-RPC 2.0 §5.1. */
const METHOD_NOT_FOUND = -32601;

function unavailable(): never {
  if (launch().restricts) check(PermissionKind.INSPECTOR, "StartIoThread");
  throw new ERR_INSPECTOR_NOT_AVAILABLE();
}

/** `inspector.Session`. */
export class Session extends EventEmitter {
  #isConnected = false;

  connect(): void {
    if (launch().restricts) check(PermissionKind.INSPECTOR, "Connect");
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
    callback?.(new ERR_INSPECTOR_COMMAND(METHOD_NOT_FOUND, `'${method}' wasn't found`));
  }
  disconnect(): void {
    this.#isConnected = false;
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
