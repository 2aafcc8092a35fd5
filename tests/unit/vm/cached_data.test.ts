// https://nodejs.org/api/vm.html#new-vmscriptcode-options: the option `cachedData`.
import assert from "node:assert";
import vm from "node:vm";
import { test } from "../harness.ts";

test("cached data may be in any view of its bytes", () => {
  const source = "(function named() { return 1; })";
  const data = new vm.Script(source).createCachedData();
  const { buffer, byteOffset, byteLength } = data;
  const views: NodeJS.ArrayBufferView[] = [
    new Uint8Array(buffer, byteOffset, byteLength),
    new Int8Array(buffer, byteOffset, byteLength),
    new DataView(buffer, byteOffset, byteLength),
  ];
  const even = new Uint8Array((data.byteLength + 3) & ~3);
  even.set(data);
  if (even.length === data.length) views.push(new Uint32Array(even.buffer));
  for (const cachedData of views)
    assert.strictEqual(new vm.Script(source, { cachedData: cachedData as Buffer }).cachedDataRejected, false);
  assert.strictEqual(new vm.Script(source.replace("1", "2222"), { cachedData: data }).cachedDataRejected, true);
});
