import assert from "node:assert";
import { performance } from "node:perf_hooks";
import { test } from "../harness.ts";

test("markResourceTiming() needs no object, as packages call it", () => {
  const { markResourceTiming } = performance as any;
  const info = {
    startTime: 1,
    endTime: 2,
    redirectStartTime: 0,
    redirectEndTime: 0,
    postRedirectStartTime: 1,
    finalServiceWorkerStartTime: 0,
    finalNetworkRequestStartTime: 1,
    finalNetworkResponseStartTime: 2,
    encodedBodySize: 3,
    decodedBodySize: 4,
    finalConnectionTimingInfo: null,
  };
  const entry = markResourceTiming(info, "http://a.example/", "fetch", globalThis, "", {}, 200, "");
  assert.deepStrictEqual(
    [entry.name, entry.entryType, entry.initiatorType, entry.responseStatus],
    ["http://a.example/", "resource", "fetch", 200],
  );
});
