// The commands of the domain `Runtime` that call functions, wait for promises, run compiled scripts and add bindings.
// https://chromedevtools.github.io/devtools-protocol/v8/Runtime/
import { ERR_INSPECTOR_COMMAND } from "internal:core/errors";
import { type Commands, exceptionOf } from "internal:node/inspector/commands";
import { describe, Remotes } from "internal:node/inspector/remote_objects";
import { isPromise } from "internal:core/util/types";
import { runInThisContext, Script } from "internal:node/vm/script";

const FAILED = -32000;
const INVALID_PARAMETERS = -32602;
/** The only context of a session, that of the program. */
const CONTEXT = 1;

type Parameters = Record<string, unknown>;
type Result = Record<string, unknown>;

/** `Runtime.callFunctionOn`. */
export function callFunctionOn(session: Commands, parameters: Parameters): Result | Promise<Result> {
  const { functionDeclaration, objectId, executionContextId, arguments: given = [] } = parameters;
  if (typeof functionDeclaration !== "string" || !Array.isArray(given)) throw invalid("Invalid parameters");
  if (objectId === undefined && executionContextId === undefined)
    throw invalid("Either objectId or executionContextId or uniqueContextId must be specified");
  const receiver = objectId === undefined ? { object: globalThis } : session.remotes.valueOf(objectId);
  if (receiver === undefined) throw failed(Remotes.problemOf(objectId));
  if (objectId === undefined && executionContextId !== CONTEXT) throw failed("Cannot find context with specified id");
  const values = given.map((argument: Parameters) => argumentOf(session, argument));
  return completed(session, parameters, () => {
    const made: unknown = runInThisContext(`(${functionDeclaration})`, {
      filename: "<anonymous>",
      displayErrors: false,
    });
    if (typeof made !== "function") throw failed("Given expression does not evaluate to a function");
    return Reflect.apply(made, receiver.object, values) as unknown;
  });
}

/** `Runtime.awaitPromise`. */
export function awaitPromise(session: Commands, parameters: Parameters): Result | Promise<Result> {
  const found = session.remotes.valueOf(parameters.promiseObjectId);
  if (found === undefined) throw failed(Remotes.problemOf(parameters.promiseObjectId));
  if (!isPromise(found.object)) throw failed("Could not find promise with given id");
  return completed(session, { ...parameters, awaitPromise: true }, () => found.object);
}

/** `Runtime.compileScript`. The result has an id only when the script is kept. */
export function compileScript(session: Commands, parameters: Parameters): Result {
  const { expression, sourceURL, persistScript } = parameters;
  if (typeof expression !== "string" || typeof sourceURL !== "string" || typeof persistScript !== "boolean")
    throw invalid("Invalid parameters");
  let script: Script;
  try {
    script = new Script(expression, { filename: sourceURL || "<anonymous>" });
  } catch (error) {
    const { exceptionDetails } = exceptionOf(session, error);
    return { exceptionDetails };
  }
  return persistScript ? { scriptId: session.scripts.add(script) } : {};
}

/** `Runtime.runScript`. A script runs once. */
export function runScript(session: Commands, parameters: Parameters): Result | Promise<Result> {
  const found = session.scripts.valueOf(parameters.scriptId);
  if (found === undefined) throw failed("No script with given id");
  session.scripts.release(parameters.scriptId);
  return completed(session, parameters, () => (found.object as Script).runInThisContext({ displayErrors: false }));
}

/** `Runtime.addBinding`: a global function whose calls are events. */
export function addBinding(session: Commands, { name }: Parameters): Result {
  if (typeof name !== "string") throw invalid("Invalid parameters");
  session.bindings.add(name);
  const binding = (...values: unknown[]): void => {
    if (values.length !== 1 || typeof values[0] !== "string")
      throw new Error("Invalid arguments: should be exactly one string.");
    if (session.bindings.has(name))
      session.notify("Runtime.bindingCalled", { name, payload: values[0], executionContextId: CONTEXT });
  };
  Object.defineProperty(globalThis, name, { value: binding, writable: true, enumerable: true, configurable: true });
  return {};
}

/** `Runtime.removeBinding`: the function stays, and does nothing. */
export function removeBinding(session: Commands, { name }: Parameters): Result {
  session.bindings.delete(name as string);
  return {};
}

/** Calls a function of the program, and describes what it returns, throws or settles with. */
function completed(session: Commands, parameters: Parameters, call: () => unknown): Result | Promise<Result> {
  const isByValue = parameters.returnByValue === true;
  let value: unknown;
  try {
    value = call();
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === "ERR_INSPECTOR_COMMAND") throw error;
    return exceptionOf(session, error);
  }
  if (parameters.awaitPromise !== true) return { result: describe(session.remotes, value, isByValue) };
  return Promise.resolve(value).then(
    (settled) => ({ result: describe(session.remotes, settled, isByValue) }),
    (error) => {
      const { result, exceptionDetails } = exceptionOf(session, error);
      return { result, exceptionDetails: { ...exceptionDetails, text: `Uncaught (in promise) ${String(error)}` } };
    },
  );
}

/** The value of a `CallArgument`. */
function argumentOf(session: Commands, argument: Parameters): unknown {
  if (argument.objectId !== undefined) {
    const found = session.remotes.valueOf(argument.objectId);
    if (found === undefined) throw failed(Remotes.problemOf(argument.objectId));
    return found.object;
  }
  const { unserializableValue } = argument;
  if (typeof unserializableValue !== "string") return argument.value;
  if (/^-?\d+n$/.test(unserializableValue)) return BigInt(unserializableValue.slice(0, -1));
  if (["NaN", "Infinity", "-Infinity", "-0"].includes(unserializableValue)) return Number(unserializableValue);
  throw failed("Couldn't parse value object in call argument");
}

function failed(message: string): Error {
  return new ERR_INSPECTOR_COMMAND(FAILED, message);
}

function invalid(message: string): Error {
  return new ERR_INSPECTOR_COMMAND(INVALID_PARAMETERS, message);
}
