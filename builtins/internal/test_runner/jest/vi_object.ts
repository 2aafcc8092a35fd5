// `vi` of Vitest. https://vitest.dev/api/vi
import defer * as clocks from "internal:test_runner/jest/clock_control";
import type { ClockOptions, Time } from "internal:test_runner/jest/clock_control";
import { realNow } from "internal:test_runner/clock";
import {
  clearAllMocks,
  isMockFunction,
  makeMock,
  resetAllMocks,
  restoreAllMocks,
  VITEST,
} from "internal:test_runner/jest/mock_function";
import defer * as modules from "internal:test_runner/jest/module_mocks";
import defer * as behaviors from "internal:test_runner/jest/call_behaviors";
import defer * as automocks from "internal:test_runner/jest/automock";
import { makeTimerFunctions, TIMER_FUNCTIONS } from "internal:test_runner/jest/timer_functions";
import { restoreProperties, setProcessEnvironment, spyOn, stubProperty } from "internal:test_runner/jest/spy";
import { fileSettings } from "internal:test_runner/dialects/file_settings";
import { setTimeout } from "internal:core/timers";
import processModule from "internal:node/process";

const WAIT_MS = 1000;
const INTERVAL_MS = 50;

interface WaitOptions {
  timeout?: number;
  interval?: number;
}

/** The object. `caller`: the file for relative names of modules. */
export function makeVi(caller: () => string): Record<string, unknown> {
  const vi: Record<string, unknown> = {
    fn: (implementation?: unknown) => makeMock(VITEST, implementation),
    spyOn: (object: unknown, key: PropertyKey, access?: "get" | "set") => spyOn(VITEST, object, key, access),
    isMockFunction,
    when: (mock: unknown, options?: object) => behaviors.when(mock, options),
    isWhenChain: (value: unknown) => behaviors.isWhenChain(value),
    mocked: (value: unknown) => value,
    mockObject: (value: unknown, options?: { spy?: boolean }) =>
      automocks.automock(VITEST, value, options?.spy === true),
    defineHelper: (fn: unknown) => fn,
    hoisted: (factory: () => unknown) => factory(),
    importActual: (specifier: string) => modules.importActual(caller(), specifier),
    importMock: (specifier: string) => modules.importMock(caller(), specifier),
    dynamicImportSettled: () => new Promise<void>((resolve) => void setTimeout(resolve, 0)),
    waitFor,
    waitUntil,
    getMockedSystemTime: () => (clocks.isFakeDate() ? new Date(clocks.currentTime()) : null),
    isFakeTimers: () => clocks.isFakeTimers(),
  };
  const env: object = processModule.env;
  setProcessEnvironment(env);
  const chained: Record<string, (...args: never[]) => unknown> = {
    mock: (specifier: unknown, factory?: unknown) => mock(caller(), specifier, factory),
    doMock: (specifier: unknown, factory?: unknown) => mock(caller(), specifier, factory),
    unmock: (specifier: string) => modules.unmockModule(caller(), specifier),
    doUnmock: (specifier: string) => modules.unmockModule(caller(), specifier),
    resetModules: () => modules.resetModules(),
    clearAllMocks,
    resetAllMocks,
    restoreAllMocks,
    useFakeTimers: (options?: ClockOptions) => clocks.useFakeTimers("vitest", options),
    useRealTimers: () => clocks.useRealTimers(),
    setSystemTime(now?: Time | string) {
      const isInstant = typeof now === "object" && "epochMilliseconds" in now;
      const date = now === undefined ? undefined : isInstant ? now : new Date(now);
      if (clocks.isFakeTimers()) clocks.setClockTime("vitest", date);
      else clocks.fakeDate(date === undefined ? realNow() : isInstant ? now.epochMilliseconds : +(date as Date));
    },
    setConfig: (config: Record<string, unknown>) => setConfig(config),
    resetConfig: () => fileSettings().reset(),
    stubGlobal: (name: PropertyKey, value: unknown) => stubProperty(globalThis, name, value),
    unstubAllGlobals: () => restoreProperties(globalThis),
    stubEnv: (name: string, value: unknown) => stubProperty(env, name, textOf(value)),
    unstubAllEnvs: () => restoreProperties(env),
  };
  for (const [name, action] of Object.entries(chained)) {
    const call = (...args: never[]): unknown => {
      const result = action(...args);
      return name === "advanceTimersByTimeAsync" ? result : vi;
    };
    vi[name] = call;
  }
  vi.getRealSystemTime = () => realNow();
  const timers = makeTimerFunctions("vitest");
  for (const name of TIMER_FUNCTIONS) {
    const action = timers[name]!;
    if (name.startsWith("get")) {
      vi[name] = action;
      continue;
    }
    vi[name] = (...args: unknown[]) => {
      const result = action(...args);
      return result instanceof Promise ? result.then(() => vi) : vi;
    };
  }
  return vi;
}

function mock(parent: string, specifier: unknown, given: unknown): void {
  const factory = typeof given === "function" ? (given as (original: () => Promise<unknown>) => unknown) : undefined;
  const options = typeof given === "object" && given !== null ? given : undefined;
  modules.mockModule({ parent, specifier: specifier as string, factory, options, dialect: VITEST });
}

function setConfig({ testTimeout, hookTimeout, retry }: Record<string, unknown>): void {
  const settings = fileSettings();
  if (typeof testTimeout === "number") settings.timeoutMs = testTimeout;
  if (typeof hookTimeout === "number") settings.hookTimeoutMs = hookTimeout;
  if (typeof retry === "number") settings.retry = retry;
}

/** Calls `callback` until it does not throw; resolves with its result. Times in milliseconds. */
async function waitFor(callback: () => unknown, given: WaitOptions | number = {}): Promise<unknown> {
  const { timeout = WAIT_MS, interval = INTERVAL_MS } = typeof given === "number" ? { timeout: given } : given;
  return poll(callback, timeout, interval, () => true);
}

/** Calls `callback` until its result is true-like. */
async function waitUntil(callback: () => unknown, given: WaitOptions | number = {}): Promise<unknown> {
  const { timeout = WAIT_MS, interval = INTERVAL_MS } = typeof given === "number" ? { timeout: given } : given;
  return poll(callback, timeout, interval, Boolean);
}

async function poll(
  callback: () => unknown,
  timeout: number,
  interval: number,
  isDone: (result: unknown) => boolean,
): Promise<unknown> {
  const end = realNow() + timeout;
  let last: unknown = new Error("Timed out in waitUntil!");
  for (;;) {
    try {
      const result = await callback();
      if (isDone(result)) return result;
    } catch (error) {
      last = error;
    }
    if (realNow() >= end) throw last;
    if (clocks.isFakeTimers()) clocks.callTimerFunction("vitest", "advanceTimersByTime", [interval]);
    await new Promise<void>((resolve) => void setTimeout(resolve, interval));
  }
}

/** The value of a variable; Vite's `DEV`, `PROD` and `SSR` are booleans. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "boolean") return value ? "1" : "";
  return value === undefined ? undefined : String(value);
}
