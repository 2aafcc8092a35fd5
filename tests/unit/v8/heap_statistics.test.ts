// Heap statistics under V8's names.
import assert from "node:assert";
import v8 from "node:v8";
import { test } from "../harness.ts";

test("all of V8's heap spaces are listed", () => {
  const spaces = v8.getHeapSpaceStatistics();
  const names = spaces.map(({ space_name }) => space_name);
  for (const name of ["read_only_space", "new_space", "old_space", "code_space", "large_object_space", "trusted_space"])
    assert.ok(names.includes(name), name);
  for (const space of spaces) assert.ok(space.space_used_size <= space.space_size);
  assert.ok(spaces.find(({ space_name }) => space_name === "old_space")!.space_used_size > 0);
});

test("statistics of code and of embedders are available", () => {
  assert.deepStrictEqual(Object.keys(v8.getHeapCodeStatistics()), [
    "code_and_metadata_size",
    "bytecode_and_metadata_size",
    "external_script_source_size",
    "cpu_profiler_metadata_size",
  ]);
  const { getCppHeapStatistics } = v8 as any;
  assert.deepStrictEqual(Object.keys(getCppHeapStatistics()).sort(), [
    "committed_size_bytes",
    "detail_level",
    "resident_size_bytes",
    "space_statistics",
    "type_names",
    "used_size_bytes",
  ]);
  assert.strictEqual(getCppHeapStatistics("brief").detail_level, "brief");
  assert.throws(() => getCppHeapStatistics("x"), {
    code: "ERR_INVALID_ARG_VALUE",
    message: "The argument 'type' must be one of: 'brief', 'detailed'. Received 'x'",
  });
});
