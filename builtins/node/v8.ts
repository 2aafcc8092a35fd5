// node:v8: serialization in V8's format, and the numbers of the heap as far as this engine has them. Profiles, coverage and heap
// snapshots are V8's own and not there. https://nodejs.org/api/v8.html
import { ERR_NOT_BUILDING_SNAPSHOT } from "internal:errors";
import { missingMember } from "internal:missing_members";
import { DefaultDeserializer, DefaultSerializer, deserialize, serialize } from "internal:v8/defaults";
import { Deserializer } from "internal:v8/deserializer";
import { Serializer, requireNew } from "internal:v8/serializer";
import { validateString } from "internal:validators";
import defer * as engineFlags from "internal:engine_flags";
import { crc32Text } from "native:zlib";
import { memory } from "native:process";
import { memoryStatistics } from "native:realm";

const ENGINE_TAG = 0x2506;
const HEAP_LIMIT_BYTES = 4 * 1024 ** 3;

/** The heap in bytes; fields that only V8 has are 0. */
function getHeapStatistics(): object {
  const { heapSize, heapCapacity, extraMemorySize } = memoryStatistics() as any;
  return {
    total_heap_size: heapCapacity,
    total_heap_size_executable: 0,
    total_physical_size: memory().residentBytes,
    total_available_size: HEAP_LIMIT_BYTES - heapSize,
    used_heap_size: heapSize,
    heap_size_limit: HEAP_LIMIT_BYTES,
    malloced_memory: 0,
    peak_malloced_memory: 0,
    does_zap_garbage: 0,
    number_of_native_contexts: 1,
    number_of_detached_contexts: 0,
    total_global_handles_size: 0,
    used_global_handles_size: 0,
    external_memory: extraMemorySize,
    total_allocated_bytes: heapSize,
  };
}

/** This engine has one space for all objects: it stands under V8's name for the largest. */
function getHeapSpaceStatistics(): object[] {
  const { heapSize, heapCapacity } = memoryStatistics() as any;
  return [{ space_name: "old_space", space_size: heapCapacity, space_used_size: heapSize, space_available_size: heapCapacity - heapSize, physical_space_size: heapCapacity }];
}

/** The flags that were set: V8's mean nothing to this engine, but cached code would not fit any more. */
let flagsSet = "";

/** Flags of V8 do nothing here but change `cachedDataVersionTag`; the type is checked. `--expose-gc` makes the global `gc`, as there. */
function setFlagsFromString(flags: unknown): void {
  validateString(flags, "flags");
  flagsSet += `${flags as string} `;
  if (/^--expose[-_]gc\b/.test(flags as string)) engineFlags.apply([["--expose-gc", ""]]);
}

/** A number that cached code of another engine version, or of other flags, does not have. */
const cachedDataVersionTag = (): number => crc32Text(flagsSet, ENGINE_TAG);

/** Whether every character of `content` fits into one byte: that is how V8 keeps such strings. */
function isStringOneByteRepresentation(content: unknown): boolean {
  validateString(content, "content");
  for (let index = 0; index < (content as string).length; index++) if ((content as string).charCodeAt(index) > 255) return false;
  return true;
}

// There are no snapshots, so there is nothing to build one from.
const refuseSnapshot = (): never => {
  throw new ERR_NOT_BUILDING_SNAPSHOT();
};
const startupSnapshot = {
  addSerializeCallback: refuseSnapshot,
  addDeserializeCallback: refuseSnapshot,
  setDeserializeMainFunction: refuseSnapshot,
  isBuildingSnapshot: (): boolean => false,
};

/** Coverage is written only where NODE_V8_COVERAGE asks for it; V8's is not there, so neither call has anything to do. */
const takeCoverage = (): void => {};
const stopCoverage = (): void => {};

const NAMES = [
  "cachedDataVersionTag", "getHeapSnapshot", "getHeapStatistics", "getHeapSpaceStatistics", "getHeapCodeStatistics", "getCppHeapStatistics",
  "setFlagsFromString", "Serializer", "Deserializer", "DefaultSerializer", "DefaultDeserializer", "deserialize", "takeCoverage", "stopCoverage",
  "serialize", "writeHeapSnapshot", "promiseHooks", "queryObjects", "startupSnapshot", "setHeapSnapshotNearHeapLimit", "setHeapProfileNearHeapLimit",
  "GCProfiler", "isStringOneByteRepresentation", "startCpuProfile", "startHeapProfile",
];
const MEMBERS: Record<string, unknown> = {
  cachedDataVersionTag, getHeapStatistics, getHeapSpaceStatistics, setFlagsFromString, startupSnapshot, isStringOneByteRepresentation, takeCoverage, stopCoverage,
  serialize, deserialize, DefaultSerializer: requireNew(DefaultSerializer), DefaultDeserializer: requireNew(DefaultDeserializer), Serializer: requireNew(Serializer),
  Deserializer: requireNew(Deserializer),
};

const v8: Record<string, unknown> = {};
for (const name of NAMES) v8[name] = MEMBERS[name] ?? missingMember("v8", name);

export default v8;
