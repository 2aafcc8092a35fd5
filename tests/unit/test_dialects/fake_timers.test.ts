// Fake timers where Jest 30.5 and Vitest 5.1 (both with @sinonjs/fake-timers 15) and Bun 1.4 were seen to do the same.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const inJest = (name: string, body: string): string =>
  `test(${JSON.stringify(name)}, async () => { const fake = jest; ${body} });\n`;
const inVitest = (name: string, body: string): string =>
  `test(${JSON.stringify(name)}, async () => { const fake = vi; ${body} });\n`;

/** What holds in Jest and in Vitest. `calls` collects what timers did. */
const BOTH: Record<string, string> = {
  "the errors of timers are thrown when the others have run": `fake.useFakeTimers(); const calls = [];
    setTimeout(() => { throw new Error("first"); }, 1); setTimeout(() => { throw new Error("second"); }, 2); setTimeout(() => calls.push("after"), 3);
    expect(() => fake.advanceTimersByTime(5)).toThrow("first"); expect(calls).toEqual(["after"]);
    setTimeout(() => { throw new Error("third"); }, 1); await expect(fake.advanceTimersByTimeAsync(5)).rejects.toThrow("third");`,
  "the next timer runs with those of the same time": `fake.useFakeTimers(); const calls = [];
    setTimeout(() => calls.push("a"), 20); setTimeout(() => calls.push("b"), 20); setTimeout(() => calls.push("c"), 30);
    fake.advanceTimersToNextTimer(); expect(calls).toEqual(["a", "b"]); await fake.advanceTimersToNextTimerAsync(); expect(calls).toEqual(["a", "b", "c"]);`,
  "a timer that a timer adds without a delay is due a millisecond later": `fake.useFakeTimers({ now: 0 }); const calls = [];
    setTimeout(() => { calls.push(Date.now()); setTimeout(() => calls.push(Date.now()), 0); }, 5);
    fake.advanceTimersByTime(5); expect(calls).toEqual([5]); fake.advanceTimersByTime(1); expect(calls).toEqual([5, 6]);`,
  "delays that are no finite numbers are none": `fake.useFakeTimers(); const calls = [];
    for (const delay of [undefined, null, -5, NaN, Infinity, "x", {}, 2 ** 31, 1.9, "3"]) setTimeout(() => calls.push(String(delay)), delay);
    fake.advanceTimersByTime(0); expect(calls).toEqual(["undefined", "null", "-5", "NaN", "Infinity", "x", "[object Object]"]);
    fake.advanceTimersByTime(1); expect(calls.slice(7)).toEqual(["2147483648", "1.9"]); fake.advanceTimersByTime(2); expect(calls.slice(9)).toEqual(["3"]);`,
  "formats without a date and Temporal show the time of the clock": `fake.useFakeTimers({ now: 86_400_000 });
    const format = new Intl.DateTimeFormat("en", { timeZone: "UTC" });
    expect(format.format()).toBe("1/2/1970"); expect(format.format(0)).toBe("1/1/1970"); expect(format.formatToParts().at(-1).value).toBe("1970");
    expect(Temporal.Now.instant().epochMilliseconds).toBe(86_400_000); fake.advanceTimersByTime(500);
    expect(Temporal.Now.zonedDateTimeISO("UTC").epochMilliseconds).toBe(86_400_500);
    fake.setSystemTime(Temporal.Instant.fromEpochMilliseconds(1000)); expect(Date.now()).toBe(1000);
    fake.useRealTimers(); expect(Temporal.Now.instant().epochMilliseconds).toBeGreaterThan(1e12); expect(format.format()).not.toMatch("1970");`,
  "promisified timers are those of the clock": `fake.useFakeTimers(); const { promisify } = await process.getBuiltinModule("node:util"); let value;
    promisify(setTimeout)(10, "late").then((result) => { value = result; }); await fake.advanceTimersByTimeAsync(9); expect(value).toBeUndefined();
    await fake.advanceTimersByTimeAsync(1); expect(value).toBe("late");`,
  "callbacks have to be functions, and time has to pass forwards": `fake.useFakeTimers();
    expect(() => setTimeout()).toThrow(new Error("Callback must be provided to timer calls"));
    expect(() => setInterval("x")).toThrow(new TypeError("[ERR_INVALID_CALLBACK]: Callback must be a function. Received x of type string"));
    expect(() => fake.advanceTimersByTime(-1)).toThrow(new TypeError("Negative ticks are not supported"));`,
  "a time that a timer sets does not shorten the advance": `fake.useFakeTimers({ now: 0 }); const calls = [];
    setTimeout(() => fake.setSystemTime(5000), 5); setTimeout(() => calls.push(Date.now()), 8); fake.advanceTimersByTime(10);
    expect(calls).toEqual([5003]); expect(Date.now()).toBe(5005);`,
};

test("fake timers of Jest and Vitest", () => {
  const names = Object.entries(BOTH);
  const { messages, statuses } = runSuite({
    "jest.test.js": names
      .map(([name, body]) => inJest(`jest: ${name}`, body))
      .join("afterEach(() => jest.useRealTimers());\n"),
    "vitest.test.js": `import { afterEach, expect, test, vi } from "vitest"; afterEach(() => vi.useRealTimers());\n${names.map(([name, body]) => inVitest(`vitest: ${name}`, body)).join("")}`,
  });
  assert.deepEqual(messages, {});
  assert.equal(Object.keys(statuses).length, 2 * names.length);
});

test("an endless loop of fake timers ends after the limit of the runner", () => {
  const loop = `fake.useFakeTimers(); const again = () => setTimeout(again, 1); again(); expect(() => fake.runAllTimers()).toThrow`;
  const { messages } = runSuite({
    "jest.test.js": inJest("jest", `${loop}("Aborting after running 100000 timers");`),
    "vitest.test.js": `import { expect, test, vi } from "vitest"; ${inVitest("vitest", `${loop}("Aborting after running 10000 timers");`)}`,
  });
  assert.deepEqual(messages, {});
});

test("without fake timers Jest warns, and Vitest and Bun throw", () => {
  const { messages, stdout } = runSuite({
    "jest.test.js": inJest("jest", `jest.advanceTimersByTime(5); expect(jest.getTimerCount()).toBe(0);`),
    "vitest.test.js": `import { expect, test, vi } from "vitest"; test("vitest", () => { expect(() => vi.runAllTimers()).toThrow("A function to advance timers was called but the timers APIs are not mocked. Call \`vi.useFakeTimers()\` in the test file first."); });`,
    "bun.test.js": `import { expect, jest, test } from "bun:test"; test("bun", () => { expect(() => jest.advanceTimersByTime(1)).toThrow("Fake timers are not active. Call useFakeTimers() first."); });`,
  });
  assert.deepEqual(messages, {});
  assert.match(stdout, /A function to advance timers was called but the timers APIs are not replaced with fake timers/);
});

test("in Bun ticks and promise jobs run after each fake timer", () => {
  const { messages } = runSuite({
    "a.test.js": `import { expect, jest, test } from "bun:test";
test("jobs", () => {
  jest.useFakeTimers();
  const calls = [];
  setTimeout(async () => { calls.push("a"); await null; calls.push("b"); setTimeout(() => calls.push("c"), 5); }, 5);
  process.nextTick(() => calls.push("tick"));
  jest.advanceTimersByTime(10);
  expect(calls).toEqual(["a", "tick", "b", "c"]);
  jest.useRealTimers();
});`,
  });
  assert.deepEqual(messages, {});
});

const CLEARING = `fake.useFakeTimers(); const calls = []; const immediate = setImmediate(() => calls.push("immediate"));
    expect(() => clearTimeout(immediate)).toThrow(new Error("Cannot clear timer: timer created with setImmediate() but cleared with clearTimeout()"));
    const timeout = setTimeout(() => calls.push("timeout"), 1); expect(() => clearImmediate(timeout)).toThrow("timer created with setTimeout() but cleared with clearImmediate()");
    clearInterval(timeout); clearTimeout(99999); clearTimeout({}); fake.advanceTimersByTime(5); expect(calls).toEqual(["immediate"]); clearTimeout(immediate);`;
const MEASURING = `fake.useFakeTimers(); expect(performance.mark("a")).toMatchObject({ name: "a", entryType: "mark" }); expect(performance.measure("b", "a").duration).toBe(100);
    expect(performance.getEntriesByName("a")).toEqual([]); fake.useRealTimers(); performance.mark("real"); expect(performance.getEntriesByName("real")).toHaveLength(1);`;

test("timers are cleared by the function of their kind, and marks are not recorded", () => {
  const inBoth = { clearing: CLEARING, measuring: MEASURING };
  const { messages, code } = runSuite({
    "jest.test.js": `${Object.entries(inBoth)
      .map(([name, body]) => inJest(`jest ${name}`, body))
      .join("")}
test("jest times", () => { jest.useFakeTimers(); for (const now of [NaN, undefined, null]) { jest.setSystemTime(5); jest.setSystemTime(now); expect(Date.now()).toBe(0); }
  expect(() => jest.advanceTimersByTime("100")).toThrow("total"); expect(() => jest.advanceTimersByTime()).toThrow("total"); });`,
    "vitest.test.js": `import { expect, test, vi } from "vitest";\n${Object.entries(inBoth)
      .map(([name, body]) => inVitest(`vitest ${name}`, body))
      .join("")}
test("vitest times", () => { vi.useFakeTimers({ now: 0 }); vi.advanceTimersByTime("01:05"); expect(Date.now()).toBe(65_000); vi.advanceTimersByTime(); expect(Date.now()).toBe(65_000);
  expect(() => vi.advanceTimersByTime("100")).toThrow("tick only understands numbers, 'm:s' and 'h:m:s'"); expect(() => vi.advanceTimersByTime("75")).toThrow("Invalid time 75"); });
test("vitest dates alone", () => { vi.useRealTimers(); vi.setSystemTime(5); expect(Date.now()).toBe(5); expect(vi.isFakeTimers()).toBe(false); expect(vi.getMockedSystemTime().getTime()).toBe(5); expect(() => vi.runAllTimers()).toThrow("timers APIs are not mocked");
  vi.useFakeTimers(); expect(Date.now()).toBe(5); vi.useRealTimers(); expect(Date.now()).toBeGreaterThan(1e12); expect(vi.getMockedSystemTime()).toBe(null); });`,
  });
  assert.deepEqual([messages, code], [{}, 0]);
});

const BUN_CLOCK = `import { expect, jest, setSystemTime, test } from "bun:test";
test("signals", () => { jest.useFakeTimers(); const signal = AbortSignal.timeout(50); expect(jest.getTimerCount()).toBe(1); jest.advanceTimersByTime(60); expect(signal.aborted).toBe(true); expect(signal.reason.name).toBe("TimeoutError"); jest.useRealTimers(); });
test("the functions return the object", () => { expect(jest.useFakeTimers().advanceTimersByTime(1).runAllTimers().runOnlyPendingTimers().advanceTimersToNextTimer().clearAllTimers()).toBe(jest); jest.useRealTimers(); });
test("arguments", () => { jest.useFakeTimers();
  for (const time of [undefined, "5", null, true]) expect(() => jest.advanceTimersByTime(time)).toThrow("advanceTimersByTime() expects a number of milliseconds");
  for (const [time, shown] of [[-1, "-1"], [NaN, "NaN"], [Infinity, "inf"], [2 ** 33, "8589934592"]]) expect(() => jest.advanceTimersByTime(time)).toThrow("advanceTimersByTime() ms is out of range. It must be >= 0 and <= 4294967295. Received " + shown);
  for (const now of [NaN, new Date(NaN)]) expect(() => jest.useFakeTimers({ now })).toThrow("'now' must be a finite number or a valid Date");
  for (const now of ["2020-01-01", null]) expect(() => jest.useFakeTimers({ now })).toThrow("'now' must be a number or Date");
  jest.useRealTimers(); });
test("dates alone", () => {
  setSystemTime(5); expect(Date.now()).toBe(5); expect(jest.isFakeTimers()).toBe(false); jest.useFakeTimers(); expect(Date.now()).toBeGreaterThan(1e12); jest.useRealTimers();
  for (const now of [NaN, "2020-01-01", null, {}]) { jest.setSystemTime(7); expect(Date.now()).toBe(7); jest.setSystemTime(now); expect(Date.now()).toBeGreaterThan(1e12); }
  expect(() => setSystemTime(Infinity)).toThrow("setSystemTime() expects a finite number or a Date"); });
test("dates of fake timers", () => { jest.useFakeTimers(); setTimeout(() => {}, 5); setSystemTime(1000); expect(Date.now()).toBe(1000); setSystemTime(); expect(Date.now()).toBeGreaterThan(1e12); expect(jest.isFakeTimers()).toBe(true); expect(jest.getTimerCount()).toBe(1); jest.useRealTimers(); });
`;

test("the fake clock of Bun", () => {
  const { messages, code } = runSuite({ "a.test.js": BUN_CLOCK });
  assert.deepEqual([messages, code], [{}, 0]);
});
