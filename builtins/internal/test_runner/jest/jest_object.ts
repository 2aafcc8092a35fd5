// `jest`: mocks, timers and modules. https://jestjs.io/docs/jest-object
import defer * as clocks from "internal:test_runner/jest/clock_control";
import type { ClockOptions, Time } from "internal:test_runner/jest/clock_control";
import defer * as bunTimes from "internal:test_runner/jest/bun_times";
import { realNow } from "internal:test_runner/clock";
import {
  clearAllMocks,
  isMockFunction,
  JEST,
  makeMock,
  type MockDialect,
  resetAllMocks,
  restoreAllMocks,
} from "internal:test_runner/jest/mock_function";
import defer * as modules from "internal:test_runner/jest/module_mocks";
import { makeTimerFunctions, TIMER_FUNCTIONS } from "internal:test_runner/jest/timer_functions";
import defer * as spies from "internal:test_runner/jest/spy";
import { fileSettings } from "internal:test_runner/dialects/file_settings";

/** The object, whose chainable functions return it. `caller`: the file for relative names of modules. */
export function makeJest(dialect: MockDialect, caller: () => string): Record<string, unknown> {
  const fn = (implementation?: unknown): unknown => makeMock(dialect, implementation);
  const jest: Record<string, unknown> = {
    fn,
    spyOn: (object: unknown, key: PropertyKey, access?: "get" | "set") => spies.spyOn(dialect, object, key, access),
    replaceProperty: (object: object, key: PropertyKey, value: unknown) => spies.replaceProperty(object, key, value),
    isMockFunction,
    mocked: (value: unknown) => value,
    createMockFromModule: (specifier: string) => modules.createMock(dialect, caller(), specifier),
    // Jest had these names for `fn` and `createMockFromModule` up to its versions 23 and 29.
    ...(dialect === JEST ? { genMockFunction: fn, genMockFn: fn } : {}),
    genMockFromModule: (specifier: string) => modules.createMock(dialect, caller(), specifier),
    requireActual: (specifier: string) => modules.requireActual(caller(), specifier),
    requireMock: (specifier: string) => modules.requireMock(caller(), specifier),
    now: () => clocks.currentTime(),
    isFakeTimers: () => clocks.isFakeTimers(),
    getSeed: () => fileSettings().seed ?? 0,
    isEnvironmentTornDown: () => false,
    getRealSystemTime: () => realNow(),
    ...makeTimerFunctions(dialect === JEST ? "jest" : "bun"),
  };
  if (dialect !== JEST) chainTimerFunctions(jest);
  const chained = chainedFunctions(dialect, caller);
  for (const [name, action] of Object.entries(chained)) {
    jest[name] = (...args: never[]) => {
      action(...args);
      return jest;
    };
  }
  jest.isolateModules = (callback: () => void) => {
    modules.isolate();
    try {
      callback();
    } finally {
      modules.endIsolation();
    }
  };
  jest.isolateModulesAsync = async (callback: () => Promise<void>) => {
    modules.isolate();
    try {
      await callback();
    } finally {
      modules.endIsolation();
    }
  };
  return jest;
}

/** In Bun also the functions that advance the clock return the object. */
function chainTimerFunctions(jest: Record<string, unknown>): void {
  for (const name of TIMER_FUNCTIONS) {
    if (name === "getTimerCount") continue;
    const call = jest[name] as (...args: unknown[]) => unknown;
    jest[name] = (...args: unknown[]) => {
      const result = call(...args);
      return result instanceof Promise ? result.then(() => jest) : jest;
    };
  }
}

/** The functions that return the object. */
function chainedFunctions(dialect: MockDialect, caller: () => string): Record<string, (...args: never[]) => void> {
  return {
    clearAllMocks,
    resetAllMocks,
    restoreAllMocks() {
      restoreAllMocks();
      spies.restoreProperties();
    },
    useFakeTimers: (options?: ClockOptions) =>
      clocks.useFakeTimers(dialect === JEST ? "jest" : "bun", typeof options === "object" ? options : {}),
    useRealTimers: () => clocks.useRealTimers(),
    setSystemTime: (now?: Time) => setTime(dialect, now),
    setTimeout: (ms: number) => void (fileSettings().timeoutMs = ms),
    retryTimes: (count: number) => void (fileSettings().retry = count),
    mock: (specifier: string, factory?: () => unknown, options?: object) => {
      // In Bun it is `mock.module`.
      if (dialect === JEST) modules.mockModule({ parent: caller(), specifier, factory, options, dialect });
      else void modules.replaceModule({ parent: caller(), specifier, factory, options, dialect });
    },
    doMock: (specifier: string, factory?: () => unknown, options?: object) =>
      modules.mockModule({ parent: caller(), specifier, factory, options, dialect }),
    unstable_mockModule: (specifier: string, factory?: () => unknown) =>
      modules.mockModule({ parent: caller(), specifier, factory, options: undefined, dialect }),
    setMock: (specifier: string, exports: unknown) =>
      modules.mockModule({ parent: caller(), specifier, factory: () => exports, options: undefined, dialect }),
    unmock: (specifier: string) => modules.unmockModule(caller(), specifier),
    dontMock: (specifier: string) => modules.unmockModule(caller(), specifier),
    deepUnmock: (specifier: string) => modules.unmockModule(caller(), specifier),
    unstable_unmockModule: (specifier: string) => modules.unmockModule(caller(), specifier),
    resetModules: () => modules.resetModules(),
    enableAutomock: () => modules.setAutomock(dialect, [caller()]),
    disableAutomock: () => modules.setAutomock(null),
    autoMockOn: () => modules.setAutomock(dialect, [caller()]),
    autoMockOff: () => modules.setAutomock(null),
    onGenerateMock: (callback: (file: string, mock: unknown) => unknown) => modules.onGenerateMock(callback),
  };
}

function setTime(dialect: MockDialect, now?: Time): void {
  // Bun fakes dates alone.
  if (dialect === JEST) return clocks.setClockTime("jest", now);
  const time = bunTimes.bunSystemTime(now);
  if (time === undefined) clocks.useRealDate();
  else clocks.fakeDate(time);
}
