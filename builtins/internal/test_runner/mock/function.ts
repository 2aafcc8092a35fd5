// Mocked functions and methods: they call an implementation and record their calls.
import { validateFunction, validateInteger } from "internal:core/validators";

/** How a mock is restored: a method is put back; a function calls its original from then on. */
export interface Origin {
  original: Function;
  object?: object;
  key?: PropertyKey;
  descriptor?: PropertyDescriptor;
}

/** One call of a mocked function. */
export interface Call {
  arguments: unknown[];
  error: unknown;
  result: unknown;
  stack: Error;
  target: unknown;
  this: unknown;
}

let takeImplementation: (context: MockFunctionContext) => Function;
let addCall: (context: MockFunctionContext, call: Call) => void;

/** The property `mock` of a mocked function. https://nodejs.org/api/test.html#class-mockfunctioncontext */
export class MockFunctionContext {
  #calls: Call[] = [];
  #implementation: Function;
  #onceByCall = new Map<number, Function>();
  readonly #origin: Origin;
  readonly #times: number;

  constructor(implementation: Function, origin: Origin, times: number) {
    this.#implementation = implementation;
    this.#origin = origin;
    this.#times = times;
  }

  static {
    takeImplementation = (context) => context.#take();
    addCall = (context, call) => context.#calls.push(call);
  }

  /** A copy of the calls so far. */
  get calls(): Call[] {
    return this.#calls.slice();
  }
  callCount(): number {
    return this.#calls.length;
  }
  /** Changes the implementation of later calls. */
  mockImplementation(implementation: unknown): void {
    validateFunction(implementation, "implementation");
    this.#implementation = implementation;
  }
  /** Changes the implementation of call number `onCall` (from 0; the next one by default). */
  mockImplementationOnce(implementation: unknown, onCall?: unknown): void {
    validateFunction(implementation, "implementation");
    const call = onCall ?? this.#calls.length;
    validateInteger(call, "onCall", this.#calls.length);
    this.#onceByCall.set(call, implementation);
  }
  resetCalls(): void {
    this.#calls = [];
  }
  /** Restores the original. */
  restore(): void {
    const { object, key, descriptor, original } = this.#origin;
    if (object === undefined) this.#implementation = original;
    else Object.defineProperty(object, key!, descriptor!);
  }

  #take(): Function {
    const call = this.#calls.length;
    const implementation = this.#onceByCall.get(call) ?? this.#implementation;
    this.#onceByCall.delete(call);
    if (call + 1 === this.#times) this.restore();
    return implementation;
  }
}

/** A function with the properties of `original`, which calls the implementation of `context` and records the calls there. */
export function makeMock(context: MockFunctionContext, original: Function): Function {
  return new Proxy(original, {
    apply(_target, receiver, args) {
      const fn = takeImplementation(context);
      const call: Call = {
        __proto__: null,
        arguments: args,
        error: undefined,
        result: undefined,
        stack: new Error(),
        target: undefined,
        this: receiver,
      } as any;
      return track(context, call, () => Reflect.apply(fn, receiver, args));
    },
    construct(target, args, newTarget) {
      const fn = takeImplementation(context);
      const call: Call = {
        __proto__: null,
        arguments: args,
        error: undefined,
        result: undefined,
        stack: new Error(),
        target,
        this: undefined,
      } as any;
      return track(context, call, () => (call.this = Reflect.construct(fn, args, newTarget))) as object;
    },
    get: (target, key, receiver) => (key === "mock" ? context : Reflect.get(target, key, receiver)),
  });
}

function track(context: MockFunctionContext, call: Call, run: () => unknown): unknown {
  try {
    return (call.result = run());
  } catch (error) {
    call.error = error;
    throw error;
  } finally {
    addCall(context, call);
  }
}
