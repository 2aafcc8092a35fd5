// Mock functions: `jest.fn`, `vi.fn` and `mock` of `bun:test`, with their calls and results.
// https://jestjs.io/docs/mock-function-api, https://vitest.dev/api/mock
import defer * as routing from "internal:test_runner/jest/call_routes";
import { nativeToString } from "internal:core/stack/install";
import { isPromise } from "internal:core/util/types";

type Implementation = (this: unknown, ...args: unknown[]) => unknown;

/** A result of a call. */
export interface CallResult {
  type: "return" | "throw" | "incomplete";
  value: unknown;
}
/** The outcome of the promise that a call returned. */
interface SettledResult {
  type: "fulfilled" | "rejected" | "incomplete";
  value: unknown;
}

/** `fn.mock`. */
export class MockState {
  calls: unknown[][] = [];
  contexts: unknown[] = [];
  instances: unknown[] = [];
  invocationCallOrder: number[] = [];
  results: CallResult[] = [];
  settledResults: SettledResult[] = [];
  get lastCall(): unknown[] | undefined {
    return this.calls.at(-1);
  }
}
Object.defineProperty(MockState.prototype, "lastCall", { enumerable: true });

/** What the dialects do differently. */
export interface MockDialect {
  /** The name of a function without one. */
  name: string;
  /** `mockReset` restores the implementation that the mock was made with (Vitest), else it removes it. */
  resetsToOriginal: boolean;
}

export const JEST: MockDialect = { name: "jest.fn()", resetsToOriginal: false };
export const VITEST: MockDialect = { name: "vi.fn()", resetsToOriginal: true };
export const BUN: MockDialect = { name: "", resetsToOriginal: false };

/** The state of a mock beside its public `mock`. */
interface Inner {
  state: MockState;
  name: string;
  implementation: Implementation | undefined;
  once: Implementation[];
  /** The implementation given at first, or the spied function. */
  readonly original: Implementation | undefined;
  readonly isSpy: boolean;
  /** Its name when it was made. */
  readonly firstName: string;
  readonly undo: (() => void) | undefined;
  readonly dialect: MockDialect;
  /** Mocks for calls with some arguments. */
  routes: routing.CallRoutes | undefined;
}

/** A mock function; it can also be called with `new`. */
export interface MockFunction {
  (...args: unknown[]): unknown;
  mock: MockState;
  mockClear(): MockFunction;
  mockReset(): MockFunction;
  mockRestore(): void;
  mockImplementation(fn: unknown): MockFunction;
}

const inners = new WeakMap<object, Inner>();
/** All mocks, for `clearAllMocks` and the others. */
let all: WeakRef<MockFunction>[] = [];
const spies = new Set<MockFunction>();
let order = 0;

/** Options of a spy. */
export interface SpyOptions {
  undo: () => void;
  original: Implementation | undefined;
}

/** A mock function that calls `implementation`; with `spy` it stands in for another function. */
export function makeMock(dialect: MockDialect, implementation: unknown, spy?: SpyOptions): MockFunction {
  if (implementation !== undefined && typeof implementation !== "function" && dialect === VITEST)
    throw new TypeError(`vi.fn() expects a function, received ${typeof implementation}`);
  const given =
    typeof implementation === "function"
      ? (implementation as Implementation)
      : implementation === undefined
        ? undefined
        : () => implementation;
  const firstName = spy?.original?.name ?? "";
  const inner: Inner = {
    state: new MockState(),
    name: firstName,
    firstName,
    implementation: given,
    once: [],
    original: spy === undefined ? given : spy.original,
    isSpy: spy !== undefined,
    undo: spy?.undo,
    dialect,
    routes: undefined,
  };
  if (dialect !== BUN && spy === undefined) inner.name = "";
  const mock = function (this: unknown, ...args: unknown[]): unknown {
    return call(inner, this, args, new.target);
  } as unknown as MockFunction;
  const shape = spy?.original ?? given;
  Object.defineProperty(mock, "name", {
    value: shape?.name || (dialect === VITEST ? "Mock" : dialect === BUN ? "" : "mockConstructor"),
    configurable: true,
  });
  Object.defineProperty(mock, "length", { value: shape?.length ?? 0, configurable: true });
  if (shape?.prototype !== undefined) {
    mock.prototype = Object.create(shape.prototype as object, {
      constructor: { value: mock, writable: true, configurable: true },
    });
    for (const key of Reflect.ownKeys(shape)) {
      if (!Object.hasOwn(mock, key)) Object.defineProperty(mock, key, Object.getOwnPropertyDescriptor(shape, key)!);
    }
  }
  inners.set(mock, inner);
  Object.defineProperties(mock, Object.getOwnPropertyDescriptors(methods));
  all.push(new WeakRef(mock));
  if (spy !== undefined) spies.add(mock);
  return mock;
}

function call(inner: Inner, self: unknown, args: unknown[], newTarget: Function | undefined): unknown {
  const { state } = inner;
  const index = state.calls.length;
  state.calls.push(args);
  state.contexts.push(self);
  state.instances.push(self);
  state.invocationCallOrder.push(++order);
  const result: CallResult = { type: "incomplete", value: undefined };
  state.results.push(result);
  const settled: SettledResult = { type: "incomplete", value: undefined };
  state.settledResults.push(settled);
  const run = inner.once.shift() ?? inner.routes?.find(args) ?? inner.implementation;
  let value: unknown;
  try {
    if (run === undefined) value = undefined;
    else if (newTarget === undefined) value = run.apply(self, args);
    else {
      value = construct(run, self, args, newTarget);
      if (typeof value === "object" && value !== null) state.instances[index] = value;
    }
  } catch (error) {
    result.type = "throw";
    result.value = error;
    settled.type = "rejected";
    settled.value = error;
    throw error;
  }
  result.type = "return";
  result.value = value;
  if (isPromise(value)) {
    value.then(
      (outcome: unknown) => Object.assign(settled, { type: "fulfilled", value: outcome }),
      (reason: unknown) => Object.assign(settled, { type: "rejected", value: reason }),
    );
  } else Object.assign(settled, { type: "fulfilled", value });
  return value;
}

/** Calls an implementation as a constructor: classes are constructed, other functions get the new object as `this`. */
function construct(run: Implementation, self: unknown, args: unknown[], newTarget: Function): unknown {
  if (/^class\b/.test(nativeToString.call(run) as string) || inners.has(run))
    return Reflect.construct(run, args, newTarget);
  try {
    return run.apply(self, args);
  } catch (error) {
    // A native class.
    if (
      error instanceof TypeError &&
      /without 'new'|without new|constructor .* cannot be invoked|requires 'new'|is not a function/i.test(
        error.message,
      ) &&
      run.prototype !== undefined
    )
      return Reflect.construct(run, args, newTarget);
    throw error;
  }
}

function innerOf(mock: object): Inner {
  return inners.get(mock)!;
}

/** Whether a value is one of these functions. */
export function isMockFunction(value: unknown): boolean {
  return (
    typeof value === "function" &&
    (inners.has(value) || (value as { _isMockFunction?: unknown })._isMockFunction === true)
  );
}

const methods = {
  _isMockFunction: true,
  get mock(): MockState {
    return innerOf(this).state;
  },
  set mock(next: MockState) {
    innerOf(this).state = next;
  },
  getMockName(): string {
    const { name, dialect } = innerOf(this);
    return name || dialect.name;
  },
  mockName(name: string): object {
    innerOf(this).name = name;
    return this;
  },
  getMockImplementation(): unknown {
    const { once, implementation, isSpy, original, dialect } = innerOf(this);
    // In Vitest the spied function is none.
    const isOriginal = dialect === VITEST && isSpy && implementation === original;
    return once[0] ?? (isOriginal ? undefined : implementation);
  },
  mockClear(): object {
    innerOf(this).state = new MockState();
    return this;
  },
  mockReset(): object {
    const inner = innerOf(this);
    inner.routes?.reset();
    inner.routes = undefined;
    forget(inner);
    inner.implementation = inner.dialect.resetsToOriginal ? inner.original : undefined;
    return this;
  },
  mockRestore(): void {
    const inner = innerOf(this);
    inner.undo?.();
    inner.routes?.reset();
    inner.routes = undefined;
    spies.delete(this as never);
    forget(inner);
    inner.implementation = inner.isSpy || inner.dialect.resetsToOriginal ? inner.original : undefined;
  },
  mockImplementation(fn: Implementation): object {
    innerOf(this).implementation = fn;
    return this;
  },
  mockImplementationOnce(fn: Implementation): object {
    innerOf(this).once.push(fn);
    return this;
  },
  /** A mock that takes the calls with arguments that are equal to these. */
  whenCalledWith(...args: unknown[]): object {
    const mock = makeMock(innerOf(this).dialect, undefined);
    const inner = innerOf(mock);
    (innerOf(this).routes ??= new routing.CallRoutes()).add(args, {
      mock,
      hasOnce: () => inner.once.length > 0,
      hasImplementation: () => inner.implementation !== undefined,
      reset: () => void mock.mockReset(),
    });
    return mock;
  },
  /** Another implementation while `callback` runs. */
  withImplementation(fn: Implementation, callback: () => unknown): unknown {
    const inner = innerOf(this);
    const { implementation, once } = inner;
    inner.implementation = fn;
    inner.once = [];
    const restore = (): void => {
      inner.implementation = implementation;
      inner.once = once;
    };
    const result = callback();
    if (isPromise(result)) {
      return result.then(() => {
        restore();
        return this;
      });
    }
    restore();
    return this;
  },
  mockReturnThis(): object {
    innerOf(this).implementation = function () {
      return this;
    };
    return this;
  },
  mockReturnValue(value: unknown): object {
    innerOf(this).implementation = () => value;
    return this;
  },
  mockReturnValueOnce(value: unknown): object {
    innerOf(this).once.push(() => value);
    return this;
  },
  mockResolvedValue(value: unknown): object {
    innerOf(this).implementation = () => Promise.resolve(value);
    return this;
  },
  mockResolvedValueOnce(value: unknown): object {
    innerOf(this).once.push(() => Promise.resolve(value));
    return this;
  },
  mockRejectedValue(value: unknown): object {
    innerOf(this).implementation = () => Promise.reject(value);
    return this;
  },
  mockRejectedValueOnce(value: unknown): object {
    innerOf(this).once.push(() => Promise.reject(value));
    return this;
  },
  mockThrow(value: unknown): object {
    innerOf(this).implementation = () => {
      throw value;
    };
    return this;
  },
  mockThrowOnce(value: unknown): object {
    innerOf(this).once.push(() => {
      throw value;
    });
    return this;
  },
  [Symbol.dispose](): void {
    (this as { mockRestore(): void }).mockRestore();
  },
};

/** Forgets the calls of a mock and what answers the next ones; in Vitest also the name that it was given. */
function forget(inner: Inner): void {
  inner.state = new MockState();
  inner.once = [];
  if (inner.dialect === VITEST) inner.name = inner.firstName;
}

function each(visit: (mock: MockFunction) => void): void {
  all = all.filter((reference) => {
    const mock = reference.deref();
    if (mock === undefined) return false;
    visit(mock);
    return true;
  });
}

/** Forgets all mocks, without a change to them: those of a file that has ended. */
export function forgetMocks(): void {
  all = [];
  spies.clear();
}

/** `clearAllMocks`: forgets calls and results. */
export function clearAllMocks(): void {
  each((mock) => void mock.mockClear());
}
/** `resetAllMocks`: and implementations. */
export function resetAllMocks(): void {
  each((mock) => void mock.mockReset());
}
/** `restoreAllMocks`: puts the spied functions back. In Vitest the spies themselves, and automatic mocks, stay as they are. */
export function restoreAllMocks(): void {
  for (const spy of [...spies]) {
    const inner = innerOf(spy);
    if (inner.dialect !== VITEST) spy.mockRestore();
    else {
      inner.undo?.();
      spies.delete(spy);
    }
  }
}
