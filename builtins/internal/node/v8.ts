// node:v8: serialization in V8's format, heap snapshots in its format, and heap statistics as far as this engine has them.
// Heap profiles are V8's own and not available. https://nodejs.org/api/v8.html
import defer * as profiles from "internal:core/process/coverage_profile";
import { ERR_NOT_BUILDING_SNAPSHOT } from "internal:core/errors";
import { missingMember } from "internal:core/missing_members";
import { DefaultDeserializer, DefaultSerializer, deserialize, serialize } from "internal:node/v8/defaults";
import { Deserializer } from "internal:node/v8/deserializer";
import { GCProfiler } from "internal:node/v8/gc_profiler";
import {
  getCppHeapStatistics,
  getHeapCodeStatistics,
  getHeapSpaceStatistics,
  getHeapStatistics,
} from "internal:node/v8/heap_statistics";
import defer * as cpuProfiles from "internal:node/v8/cpu_profile";
import defer * as heapDumps from "internal:node/v8/heap_dumps";
import defer * as promiseHooking from "internal:core/async/promise_hooks";
import { Serializer, requireNew } from "internal:node/v8/serializer";
import { validateString } from "internal:core/validators";
import defer * as engineFlags from "internal:node/v8/engine_flags";
import { crc32Text } from "native:zlib";

const ENGINE_TAG = 0x2506;
/** The flags that were set: V8's have no effect on this engine, but cached code would not match any more. */
let flagsSet = "";

/** V8's flags only change `cachedDataVersionTag`; the type is checked. `--expose-gc` defines the global `gc`, as in Node. */
function setFlagsFromString(flags: unknown): void {
  validateString(flags, "flags");
  flagsSet += `${flags as string} `;
  if (/^--expose[-_]gc\b/.test(flags as string)) engineFlags.apply([["--expose-gc", ""]]);
}

/** A number that identifies the engine version and the flags, for cached code. */
const cachedDataVersionTag = (): number => crc32Text(flagsSet, ENGINE_TAG);

/** Whether every character of `content` fits into one byte, in which form V8 stores such strings. */
function isStringOneByteRepresentation(content: unknown): boolean {
  validateString(content, "content");
  for (let index = 0; index < (content as string).length; index++)
    if ((content as string).charCodeAt(index) > 255) return false;
  return true;
}

// There are no start-up snapshots, so a program never runs to build one.
const refuseSnapshot = (): never => {
  throw new ERR_NOT_BUILDING_SNAPSHOT();
};
const startupSnapshot = {
  addSerializeCallback: refuseSnapshot,
  addDeserializeCallback: refuseSnapshot,
  setDeserializeMainFunction: refuseSnapshot,
  isBuildingSnapshot: (): boolean => false,
};

// Without NODE_V8_COVERAGE both have no effect, as in Node.
const takeCoverage = (): void => profiles.coverageProfile?.take();
const stopCoverage = (): void => profiles.coverageProfile?.stop();

const getHeapSnapshot = (options?: unknown): object => heapDumps.getHeapSnapshot(options);
const writeHeapSnapshot = (filename?: unknown, options?: unknown): unknown =>
  heapDumps.writeHeapSnapshot(filename, options);
const queryObjects = (constructor: unknown, options: unknown = {}): unknown =>
  heapDumps.queryObjects(constructor, options);

/** Starts a CPU profile of this thread: `stop()` ends it and returns it as JSON, as Chrome's tools read it. */
const startCpuProfile = (): object => new cpuProfiles.CpuProfile();

const NAMES = [
  "cachedDataVersionTag",
  "getHeapSnapshot",
  "getHeapStatistics",
  "getHeapSpaceStatistics",
  "getHeapCodeStatistics",
  "getCppHeapStatistics",
  "setFlagsFromString",
  "Serializer",
  "Deserializer",
  "DefaultSerializer",
  "DefaultDeserializer",
  "deserialize",
  "takeCoverage",
  "stopCoverage",
  "serialize",
  "writeHeapSnapshot",
  "promiseHooks",
  "queryObjects",
  "startupSnapshot",
  "setHeapSnapshotNearHeapLimit",
  "setHeapProfileNearHeapLimit",
  "GCProfiler",
  "isStringOneByteRepresentation",
  "startCpuProfile",
  "startHeapProfile",
];
const MEMBERS: Record<string, unknown> = {
  cachedDataVersionTag,
  getHeapStatistics,
  getHeapSpaceStatistics,
  setFlagsFromString,
  startupSnapshot,
  isStringOneByteRepresentation,
  takeCoverage,
  stopCoverage,
  getHeapSnapshot,
  queryObjects,
  writeHeapSnapshot,
  GCProfiler,
  getHeapCodeStatistics,
  getCppHeapStatistics,
  startCpuProfile,
  serialize,
  deserialize,
  DefaultSerializer: requireNew(DefaultSerializer),
  DefaultDeserializer: requireNew(DefaultDeserializer),
  Serializer: requireNew(Serializer),
  Deserializer: requireNew(Deserializer),
};

const v8: Record<string, unknown> = {};
for (const name of NAMES) v8[name] = MEMBERS[name] ?? missingMember("v8", name);
Object.defineProperty(v8, "promiseHooks", {
  get: () => promiseHooking.promiseHooks,
  enumerable: true,
  configurable: true,
});

export default v8;
