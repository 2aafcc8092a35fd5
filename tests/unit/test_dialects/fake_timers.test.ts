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
