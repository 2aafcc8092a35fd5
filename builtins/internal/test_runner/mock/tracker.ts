// `mock` of `node:test` and of tests. https://nodejs.org/api/test.html#class-mocktracker
import { makeMock, MockFunctionContext } from "internal:test_runner/mock/function";
import { MockPropertyContext } from "internal:test_runner/mock/property";
import { placeOfCall } from "internal:test_runner/scope";
import defer * as modules from "internal:test_runner/mock/module";
import defer * as timers from "internal:test_runner/mock/timers";
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { option } from "internal:core/launch";
import { isTestThread } from "internal:core/worker_state";
import { validateBoolean, validateFunction, validateInteger, validateObject } from "internal:core/validators";

/** Stands for a missing implementation. */
const ORIGINAL = (): void => {};

interface Restorable {
  restore(): void;
}

/** Restores mocks also when a program replaced the method `restore` of their contexts. */
const restore = Object.freeze({
  function: MockFunctionContext.prototype.restore,
  property: MockPropertyContext.prototype.restore,
});

export class MockTracker {
  #mocks: { context: Restorable; restore: () => void }[] = [];
  #timers: any;

  /** Clocks that do not advance. */
  get timers(): unknown {
    return (this.#timers ??= new timers.MockTimers());
  }

  /** A function that calls `implementation`, and `original` again after `options.times` calls. */
  fn(original: unknown = function () {}, implementation: unknown = original, options: unknown = {}): unknown {
    if (original !== null && typeof original === "object") {
      options = original;
      implementation = original = function () {};
    } else if (implementation !== null && typeof implementation === "object") {
      options = implementation;
      implementation = original;
    }
    validateFunction(original, "original");
    validateFunction(implementation, "implementation");
    validateObject(options, "options");
    const { times = Infinity } = options;
    checkTimes(times);
    return this.#mock(new MockFunctionContext(implementation, { original }, times), original);
  }

  /** Replaces a method, or with `options.getter` or `options.setter` an accessor, of an object or its prototypes. */
  method(object: unknown, methodName: any, implementation: unknown = ORIGINAL, options: unknown = {}): unknown {
    checkKey(methodName, "methodName");
    if (typeof object !== "function") validateObject(object, "object");
    if (implementation !== null && typeof implementation === "object") {
      options = implementation;
      implementation = ORIGINAL;
    }
    validateFunction(implementation, "implementation");
    validateObject(options, "options");
    const { getter = false, setter = false, times = Infinity } = options;
    validateBoolean(getter, "options.getter");
    validateBoolean(setter, "options.setter");
    checkTimes(times);
    if (setter && getter)
      throw new ERR_INVALID_ARG_VALUE("options.setter", setter, "cannot be used with 'options.getter'");
    const slot = getter ? "get" : setter ? "set" : "value";
    const descriptor = inheritedDescriptor(object, methodName);
    const original = descriptor?.[slot];
    if (typeof original !== "function") throw new ERR_INVALID_ARG_VALUE("methodName", original, "must be a method");
    const context = new MockFunctionContext(
      implementation === ORIGINAL ? original : implementation,
      { original, object, key: methodName, descriptor: descriptor! },
      times,
    );
    const mock = this.#mock(context, original);
    replace(object, methodName, { ...descriptor, [slot]: mock });
    return mock;
  }

  /** `method` with `options.getter`. */
  getter(object: unknown, methodName: unknown, implementation: unknown = ORIGINAL, options: unknown = {}): unknown {
    return this.#accessor("getter", object, methodName, implementation, options);
  }
  /** `method` with `options.setter`. */
  setter(object: unknown, methodName: unknown, implementation: unknown = ORIGINAL, options: unknown = {}): unknown {
    return this.#accessor("setter", object, methodName, implementation, options);
  }
  #accessor(
    half: "getter" | "setter",
    object: unknown,
    methodName: unknown,
    implementation: unknown,
    options: any,
  ): unknown {
    if (implementation !== null && typeof implementation === "object") {
      options = implementation;
      implementation = ORIGINAL;
    } else validateObject(options, "options");
    if (options[half] === false) throw new ERR_INVALID_ARG_VALUE(`options.${half}`, false, "cannot be false");
    return this.method(object, methodName, implementation, { ...options, [half]: options[half] ?? true });
  }

  /** Replaces the value of a property; returns the object with the context as its property `mock`. */
  property(object: unknown, propertyName: any, ...values: unknown[]): unknown {
    validateObject(object, "object");
    checkKey(propertyName, "propertyName");
    const context = new MockPropertyContext(object, propertyName, values);
    this.#mocks.push({ context, restore: restore.property });
    return new Proxy(object, {
      get: (target, key, receiver) => (key === "mock" ? context : Reflect.get(target, key, receiver)),
    });
  }

  /** Replaces a module's exports, for code that loads it later. */
  module(specifier: unknown, options: unknown = {}): unknown {
    const context = modules.mockModule(specifier, options, placeOfCall(this.module));
    this.#mocks.push({ context, restore: context.restore });
    return context;
  }

  /** Restores all mocks and removes them. */
  reset(): void {
    this.restoreAll();
    this.#timers?.reset();
    this.#mocks = [];
  }
  /** Restores all mocks. */
  restoreAll(): void {
    for (const { context, restore: undo } of this.#mocks) undo.call(context);
  }

  #mock(context: MockFunctionContext, original: Function): Function {
    this.#mocks.push({ context, restore: restore.function });
    return makeMock(context, original);
  }
}

Object.defineProperty(MockTracker.prototype.property, "length", { value: 3, configurable: true });
// In `brio test` no flag is needed.
if (option("--experimental-test-module-mocks") === undefined && !isTestThread())
  delete (MockTracker.prototype as any).module;

function checkKey(key: unknown, name: string): void {
  if (typeof key !== "string" && typeof key !== "symbol")
    throw new ERR_INVALID_ARG_TYPE(name, ["string", "symbol"], key);
}

/** Defines a property; the error names a property that cannot be defined. */
function replace(object: object, key: PropertyKey, descriptor: PropertyDescriptor): void {
  if (!Reflect.defineProperty(object, key, descriptor)) throw new TypeError(`Cannot redefine property: ${String(key)}`);
}

function checkTimes(times: unknown): void {
  if (times !== Infinity) validateInteger(times, "options.times", 1);
}

function inheritedDescriptor(object: unknown, key: PropertyKey): PropertyDescriptor | undefined {
  for (let at = object; at !== null; at = Object.getPrototypeOf(at)) {
    const descriptor = Object.getOwnPropertyDescriptor(at, key);
    if (descriptor !== undefined) return descriptor;
  }
  return undefined;
}
