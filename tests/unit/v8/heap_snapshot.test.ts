// Heap snapshots and queries of objects. The expectations hold on Node as well.
import { deepStrictEqual, ok, rejects, strictEqual, throws } from "node:assert";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import v8 from "node:v8";
import { Worker } from "node:worker_threads";
import { test } from "../harness.ts";

interface Snapshot {
  snapshot: any;
  nodes: number[];
  edges: number[];
  strings: string[];
}

/** The targets of the named edges of a snapshot, as names of nodes; also checks that all numbers of the snapshot agree. */
function targetsOf(json: string, edgeName: string): string[] {
  const { snapshot, nodes, edges, strings }: Snapshot = JSON.parse(json);
  const { node_fields: nodeFields, edge_fields: edgeFields, edge_types: edgeTypes } = snapshot.meta;
  const width = nodeFields.length;
  strictEqual(nodes.length, snapshot.node_count * width);
  strictEqual(edges.length, snapshot.edge_count * edgeFields.length);
  let edgeSum = 0;
  for (let at = nodeFields.indexOf("edge_count"); at < nodes.length; at += width) edgeSum += nodes[at]!;
  strictEqual(edgeSum, snapshot.edge_count);
  const found: string[] = [];
  for (let at = 0; at < edges.length; at += edgeFields.length) {
    const [type, name, to] = edges.slice(at, at + 3) as [number, number, number];
    ok(to % width === 0 && to < nodes.length);
    if (edgeTypes[0][type] === "property" && strings[name] === edgeName)
      found.push(strings[nodes[to + nodeFields.indexOf("name")]!]!);
  }
  return found;
}

class Needle {
  sharp = true;
}
(globalThis as any).haystack = { pointsAtNeedle: new Needle() };

test("a snapshot has objects by the names of their properties and classes", async () => {
  const stream = v8.getHeapSnapshot();
  strictEqual(stream.constructor.name, "HeapSnapshotStream");
  const json = await text(stream);
  ok(targetsOf(json, "pointsAtNeedle").includes("Needle"));
  deepStrictEqual(targetsOf(json, "no such property, surely"), []);
});

test("a snapshot is written to a file, and its name is checked", () => {
  const folder = mkdtempSync(join(tmpdir(), "snapshot-"));
  try {
    const name = join(folder, "own.heapsnapshot");
    strictEqual(v8.writeHeapSnapshot(name), name);
    ok(targetsOf(readFileSync(name, "utf8"), "pointsAtNeedle").includes("Needle"));
    throws(() => v8.writeHeapSnapshot(join(folder, "missing", "a")), { code: "ENOENT", syscall: "open" });
    throws(() => v8.writeHeapSnapshot(1 as any), { code: "ERR_INVALID_ARG_TYPE" });
    throws(() => v8.writeHeapSnapshot("a\0b"), { code: "ERR_INVALID_ARG_VALUE" });
    throws(() => v8.writeHeapSnapshot(name, { exposeInternals: 1 } as any), { code: "ERR_INVALID_ARG_TYPE" });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a worker's heap is its own", async () => {
  const worker = new Worker(
    'globalThis.hay = { pointsAtThread: new (class Thread {})() }; require("worker_threads").parentPort.postMessage(1); setInterval(() => {}, 1000);',
    { eval: true },
  );
  try {
    await once(worker, "message");
    const json = await text((await worker.getHeapSnapshot()) as any);
    ok(targetsOf(json, "pointsAtThread").includes("Thread"));
    throws(() => (worker as any).getHeapSnapshot(1), { code: "ERR_INVALID_ARG_TYPE" });
  } finally {
    await worker.terminate();
  }
  await rejects(worker.getHeapSnapshot(), { code: "ERR_WORKER_NOT_RUNNING" });
});

test("objects are counted by their class, subclasses and their prototypes included", () => {
  class Base {}
  class Derived extends Base {}
  strictEqual(v8.queryObjects(Derived), 0);
  const kept = [new Base(), new Derived(), new Derived()];
  strictEqual(v8.queryObjects(Derived, { format: "count" }), 2);
  // With the prototype of Derived.
  strictEqual(v8.queryObjects(Base), 4);
  deepStrictEqual(v8.queryObjects(Derived, { format: "summary" }), ["Derived {}", "Derived {}"]);
  strictEqual(
    v8.queryObjects(() => {}),
    0,
  );
  strictEqual(kept.length, 3);
  throws(() => v8.queryObjects(Base, { format: "other" as any }), { code: "ERR_INVALID_ARG_VALUE" });
  throws(() => v8.queryObjects({} as any), { code: "ERR_INVALID_ARG_TYPE" });
});
