// The domain Runtime: evaluating, objects and their properties.
// https://chromedevtools.github.io/devtools-protocol/v8/Runtime/
import type { Command, Session } from "internal:startup/inspector/session";
import {
  CommandError,
  CONTEXT,
  FAILED,
  INVALID_PARAMETERS,
  type Parameters,
} from "internal:startup/inspector/protocol";
import { idsOfScope, isOwnVariable } from "internal:startup/inspector/call_frames";
import { evaluated, properties } from "internal:startup/inspector/values";

/** Begins the identifiers of objects that the program described itself: arguments of `console` calls. */
const OF_PROGRAM = /^\d+$/;

export class RuntimeDomain {
  readonly #session: Session;
  isEnabled = false;
  /** Whether the debugger wants to know that the program waits for it to leave (`NodeRuntime`). */
  #hearsOfEnd = false;
  /** Whether the debugger wants to know that the program waits for it (`NodeRuntime`). */
  #hearsOfWaiting = false;
  readonly commands: Record<string, Command> = {
    "Runtime.enable": () => this.#enable(),
    "Runtime.disable": () => {
      this.isEnabled = false;
      return {};
    },
    "Runtime.runIfWaitingForDebugger": () => {
      this.#session.program.release();
      return {};
    },
    "Runtime.evaluate": (parameters) => this.#evaluate(parameters),
    "Runtime.awaitPromise": ({ promiseObjectId, returnByValue, generatePreview }) =>
      this.#await(promiseObjectId, { returnByValue, generatePreview }),
    "Runtime.callFunctionOn": (parameters) => this.#call(parameters),
    "Runtime.getProperties": (parameters) => this.#properties(parameters),
    "Runtime.compileScript": (parameters) => this.#compile(parameters),
    "Runtime.getIsolateId": () => ({ id: `${this.#session.id}` }),
    "Runtime.releaseObject": (parameters) =>
      OF_PROGRAM.test(parameters.objectId)
        ? this.#session.program.run(this.#session.id, "Runtime.releaseObject", parameters)
        : this.#release(text(parameters, "objectId")),
    "Runtime.releaseObjectGroup": (parameters) =>
      this.#session.ask("Runtime.releaseObjectGroup", { objectGroup: text(parameters, "objectGroup") }),
    // The stacks of errors and messages are taken always, in full.
    "Runtime.setAsyncCallStackDepth": (parameters) => this.#session.debuggerDomain.setAsyncDepth(parameters),
    "Runtime.setMaxCallStackSizeToCapture": () => ({}),
    "Runtime.discardConsoleEntries": (parameters) =>
      this.#session.program.run(this.#session.id, "Runtime.discardConsoleEntries", parameters),
    "NodeRuntime.enable": () => {
      this.#hearsOfWaiting = true;
      if (this.#session.program.isWaitingForDebugger) this.#session.notify("NodeRuntime.waitingForDebugger", {});
      return {};
    },
    "NodeRuntime.disable": () => {
      this.#hearsOfWaiting = false;
      return {};
    },
    "NodeRuntime.notifyWhenWaitingForDisconnect": ({ enabled }) => {
      this.#hearsOfEnd = enabled === true;
      return {};
    },
    "Console.enable": () => ({}),
    "Console.disable": () => ({}),
    "Console.clearMessages": () => ({}),
  };

  constructor(session: Session) {
    this.#session = session;
  }

  /** The program waits for a debugger to let it continue. */
  waiting(): void {
    if (this.#hearsOfWaiting) this.#session.notify("NodeRuntime.waitingForDebugger", {});
  }

  /** The program has ended, and waits for the debugger to leave. Returns whether the debugger wanted to know. */
  ended(): boolean {
    if (this.#hearsOfEnd) this.#session.notify("NodeRuntime.waitingForDisconnect", {});
    else if (this.isEnabled)
      this.#session.notify("Runtime.executionContextDestroyed", {
        executionContextId: CONTEXT,
        executionContextUniqueId: `${CONTEXT}.${this.#session.id}`,
      });
    return this.#hearsOfEnd;
  }

  async #release(given: string): Promise<Parameters> {
    for (const objectId of idsOfScope(given) ?? [given]) await this.#session.ask("Runtime.releaseObject", { objectId });
    return {};
  }

  async #enable(): Promise<Parameters> {
    if (this.isEnabled) return {};
    await this.#session.ask("Runtime.enable");
    this.isEnabled = true;
    this.#session.notify("Runtime.executionContextCreated", {
      context: {
        id: CONTEXT,
        origin: "",
        name: this.#session.program.name,
        uniqueId: `${CONTEXT}.${this.#session.id}`,
        auxData: { isDefault: true },
      },
    });
    // The program tells of its console; a paused one does so when it continues.
    void this.#session.program.run(this.#session.id, "Runtime.enable", {});
    return {};
  }

  async #evaluate(parameters: Parameters): Promise<Parameters> {
    const expression = text(parameters, "expression");
    if (parameters.throwOnSideEffect === true) return sideEffect();
    const { objectGroup, includeCommandLineAPI, silent, returnByValue, generatePreview, awaitPromise } = parameters;
    const isAwaited = awaitPromise === true || parameters.replMode === true;
    const result = await this.#session.askWithRequire("Runtime.evaluate", {
      expression: parameters.replMode === true ? replExpression(expression) : expression,
      objectGroup,
      includeCommandLineAPI,
      doNotPauseOnExceptionsAndMuteConsole: silent,
      returnByValue: isAwaited ? false : returnByValue,
      generatePreview,
    });
    if (isAwaited && result.wasThrown !== true && result.result.className === "Promise" && awaitPromise === true)
      return this.#await(result.result.objectId, { returnByValue, generatePreview });
    if (isAwaited && returnByValue === true && result.result.objectId !== undefined)
      return this.#call({
        objectId: result.result.objectId,
        functionDeclaration: "function() { return this }",
        returnByValue,
      });
    return evaluated(result);
  }

  async #await(promiseObjectId: string, options: Parameters): Promise<Parameters> {
    return evaluated(await this.#session.ask("Runtime.awaitPromise", { promiseObjectId, ...options }));
  }

  async #call(parameters: Parameters): Promise<Parameters> {
    const functionDeclaration = text(parameters, "functionDeclaration");
    if (parameters.throwOnSideEffect === true) return sideEffect();
    let { objectId } = parameters;
    if (objectId !== undefined) objectId = idsOfScope(objectId)?.[0] ?? objectId;
    objectId ??= (await this.#session.ask("Runtime.evaluate", { expression: "globalThis" })).result.objectId;
    const { returnByValue, generatePreview, silent, awaitPromise } = parameters;
    const result = await this.#session.ask("Runtime.callFunctionOn", {
      objectId,
      functionDeclaration,
      arguments: (parameters.arguments ?? []).map(argument),
      doNotPauseOnExceptionsAndMuteConsole: silent,
      returnByValue,
      generatePreview,
      awaitPromise,
    });
    return evaluated(result);
  }

  async #properties(parameters: Parameters): Promise<Parameters> {
    const objectId = text(parameters, "objectId");
    if (OF_PROGRAM.test(objectId))
      return this.#session.program.run(this.#session.id, "Runtime.getProperties", parameters);
    const scopes = idsOfScope(objectId);
    if (scopes !== null) return this.#variables(scopes, parameters);
    const { ownProperties, generatePreview, accessorPropertiesOnly } = parameters;
    const found = properties(
      await this.#session.ask("Runtime.getProperties", { objectId, ownProperties, generatePreview }),
    );
    if (accessorPropertiesOnly === true)
      return {
        result: found.result.filter((property: Parameters) => property.get !== undefined || property.set !== undefined),
      };
    return found;
  }

  async #variables(scopes: string[], { generatePreview, accessorPropertiesOnly }: Parameters): Promise<Parameters> {
    const result: Parameters[] = [];
    if (accessorPropertiesOnly === true) return { result };
    for (const objectId of scopes) {
      const asked = { objectId, ownProperties: true, generatePreview };
      const found = properties(await this.#session.ask("Runtime.getProperties", asked));
      result.push(...found.result.filter((variable: Parameters) => !isOwnVariable(variable)));
    }
    return { result };
  }

  async #compile(parameters: Parameters): Promise<Parameters> {
    const { result, message } = await this.#session.ask("Runtime.parse", { source: text(parameters, "expression") });
    if (result === "none") return {};
    const description = `SyntaxError: ${message}`;
    const exception = { type: "object", subtype: "error", className: "SyntaxError", description };
    return { exceptionDetails: { exceptionId: 0, text: "Uncaught", lineNumber: 0, columnNumber: 0, exception } };
  }
}

/** A parameter that has to be a string. */
export function text(parameters: Parameters, name: string): string {
  const value: unknown = parameters[name];
  if (typeof value !== "string") throw new CommandError(INVALID_PARAMETERS, "Invalid parameters");
  return value;
}

/** An argument of a call: the engine knows numbers such as NaN only as expressions, so they go as what JSON has. */
function argument(given: Parameters): Parameters {
  if (given.objectId !== undefined) return { objectId: given.objectId };
  const special: Record<string, number> = { NaN: Number.NaN, Infinity: Number.POSITIVE_INFINITY, "-0": -0 };
  if (
    typeof given.unserializableValue === "string" &&
    !(given.unserializableValue in special) &&
    given.unserializableValue !== "-Infinity"
  )
    throw new CommandError(FAILED, `The value ${given.unserializableValue} cannot be an argument`);
  return { value: given.value };
}

/** An object literal is one, not a block. */
function replExpression(expression: string): string {
  return /^\s*\{[^]*\}\s*$/.test(expression) ? `(${expression})` : expression;
}

/** The engine cannot tell whether code has side effects: debuggers evaluate nothing ahead then. */
function sideEffect(): Parameters {
  const exception = {
    type: "object",
    subtype: "error",
    className: "EvalError",
    description: "EvalError: Possible side-effect in debug-evaluate",
  };
  return {
    result: exception,
    exceptionDetails: { exceptionId: 0, text: "Uncaught", lineNumber: 0, columnNumber: 0, exception },
  };
}
