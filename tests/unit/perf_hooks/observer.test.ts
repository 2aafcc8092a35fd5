// Entries of functions and resources, of https://nodejs.org/api/perf_hooks.html and https://w3c.github.io/resource-timing/.
import assert from "node:assert";
import { performance, PerformanceObserver, PerformanceResourceTiming } from "node:perf_hooks";
import { test } from "../harness.ts";

const timing = (changes: object = {}): any => ({
  startTime: 0,
  endTime: 0,
  finalServiceWorkerStartTime: 0,
  redirectStartTime: 0,
  redirectEndTime: 0,
  postRedirectStartTime: 0,
  finalNetworkRequestStartTime: 0,
  finalNetworkResponseStartTime: 0,
  encodedBodySize: 0,
  decodedBodySize: 0,
  finalConnectionTimingInfo: {
    domainLookupStartTime: 1,
    domainLookupEndTime: 2,
    connectionStartTime: 3,
    connectionEndTime: 4,
    secureConnectionStartTime: 5,
    ALPNNegotiatedProtocol: "h2",
  },
  ...changes,
});
const mark = (changes?: object, cacheMode = "", url = "https://example.org/a"): any =>
  (performance as any).markResourceTiming(timing(changes), url, "fetch", globalThis, cacheMode, {}, 200, "");
const nextEvent = (): Promise<string> =>
  new Promise((resolve) =>
    performance.addEventListener("resourcetimingbufferfull", (event: any) => resolve(event.type), { once: true }),
  );

test("a resource is an entry with the times that it was given", () => {
  const entry = mark({ startTime: 10, endTime: 25, encodedBodySize: 100, decodedBodySize: 120 });
  assert.ok(entry instanceof PerformanceResourceTiming);
  assert.deepStrictEqual(
    [entry.name, entry.entryType, entry.startTime, entry.duration, entry.initiatorType],
    ["https://example.org/a", "resource", 10, 15, "fetch"],
  );
  assert.deepStrictEqual(
    [
      entry.domainLookupStart,
      entry.domainLookupEnd,
      entry.connectStart,
      entry.connectEnd,
      entry.secureConnectionStart,
      entry.nextHopProtocol,
    ],
    [1, 2, 3, 4, 5, "h2"],
  );
  assert.deepStrictEqual(
    [entry.transferSize, entry.encodedBodySize, entry.decodedBodySize, entry.responseStatus, entry.deliveryType],
    [400, 100, 120, 200, ""],
  );
  assert.strictEqual(mark({}, "local").transferSize, 0);
  assert.strictEqual(entry.toJSON().responseStatus, 200);
  assert.deepStrictEqual(performance.getEntriesByType("resource")[1], entry);
  performance.clearResourceTimings();
  assert.strictEqual(performance.getEntriesByType("resource").length, 0);
  assert.throws(() => new (PerformanceResourceTiming as any)(), { code: "ERR_ILLEGAL_CONSTRUCTOR" });
  assert.throws(() => PerformanceResourceTiming.prototype.initiatorType, { code: "ERR_INVALID_THIS" });
});

test("observers see resources, and functions that were timed", async () => {
  const seen: any[] = [];
  const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()));
  observer.observe({ entryTypes: ["resource", "function"] });
  mark();
  const timed = performance.timerify(async function work(n: number) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return n * 2;
  });
  assert.strictEqual(await timed(4), 8);
  performance.timerify(Math.max)(1, 2);
  await new Promise((resolve) => setTimeout(resolve, 5));
  observer.disconnect();
  performance.clearResourceTimings();
  assert.deepStrictEqual(seen.map(({ entryType, name }) => `${entryType} ${name}`).sort(), [
    "function max",
    "function work",
    "resource https://example.org/a",
  ]);
  const work = seen.find(({ name }) => name === "work");
  assert.ok(work.duration >= 4);
  assert.deepStrictEqual([...work.detail], [4]);
  for (const type of ["function", "mark", "measure", "resource"])
    assert.ok(PerformanceObserver.supportedEntryTypes.includes(type as any), type);
});

test("a full buffer emits an event, and accepts what fits after that", async () => {
  performance.setResourceTimingBufferSize(1);
  const first = nextEvent();
  mark();
  mark({}, "", "https://example.org/b");
  assert.strictEqual(performance.getEntriesByType("resource").length, 1);
  assert.strictEqual(await first, "resourcetimingbufferfull");
  await new Promise((resolve) => setImmediate(resolve));
  performance.setResourceTimingBufferSize(2);
  mark({}, "", "https://example.org/c");
  assert.deepStrictEqual(
    performance.getEntriesByType("resource").map(({ name }) => name),
    ["https://example.org/a", "https://example.org/c"],
  );
  performance.clearResourceTimings();
});

test("an invalid size is 0", async () => {
  performance.setResourceTimingBufferSize("many" as any);
  const full = nextEvent();
  mark();
  await full;
  assert.strictEqual(performance.getEntriesByType("resource").length, 0);
});

test("names cannot be symbols", () => {
  assert.throws(() => performance.mark(Symbol("a") as any), {
    name: "TypeError",
    message: "Cannot convert a Symbol value to a string",
  });
});
