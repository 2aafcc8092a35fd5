// node:v8: the numbers of the heap, as far as this engine has them, and V8's serialization. Profiles are not there yet.
import { missingMember } from "internal:missing_members";
import { validateString } from "internal:validators";
import { load } from "internal:bootstrap";
import { addLazy } from "internal:process/define";
import { memory } from "native:process";
import { memoryStatistics } from "native:realm";

/** The heap in bytes; fields that only V8 has are 0. */
function getHeapStatistics(): object {
  const { heapSize, heapCapacity, extraMemorySize } = memoryStatistics();
  const limit = 4 * 1024 ** 3;
  return {
    total_heap_size: heapCapacity,
    total_heap_size_executable: 0,
    total_physical_size: memory().residentBytes,
    total_available_size: limit - heapSize,
    used_heap_size: heapSize,
    heap_size_limit: limit,
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

/** Flags of V8 mean nothing to this engine; the type is checked. */
function setFlagsFromString(flags: unknown): void {
  validateString(flags, "flags");
}

/** A number that cached code of another engine version does not have. */
const cachedDataVersionTag = (): number => 0x2506;

const NAMES = [
  "cachedDataVersionTag", "getHeapSnapshot", "getHeapStatistics", "getHeapSpaceStatistics", "getHeapCodeStatistics", "getCppHeapStatistics",
  "setFlagsFromString", "Serializer", "Deserializer", "DefaultSerializer", "DefaultDeserializer", "deserialize", "takeCoverage", "stopCoverage",
  "serialize", "writeHeapSnapshot", "promiseHooks", "queryObjects", "startupSnapshot", "setHeapSnapshotNearHeapLimit", "setHeapProfileNearHeapLimit",
  "GCProfiler", "isStringOneByteRepresentation", "startCpuProfile", "startHeapProfile",
];
const MEMBERS: Record<string, unknown> = {
  cachedDataVersionTag,
  getHeapStatistics,
  setFlagsFromString,
  startupSnapshot: { isBuildingSnapshot: () => false },
};

const v8: Record<string, unknown> = {};
for (const name of NAMES) v8[name] = MEMBERS[name] ?? missingMember("v8", name);

for (const name of ["DefaultSerializer", "DefaultDeserializer", "serialize", "deserialize"]) addLazy(v8, name, () => load("internal:v8/default_serializer")[name]);
addLazy(v8, "Serializer", () => load("internal:v8/serializer").Serializer);
addLazy(v8, "Deserializer", () => load("internal:v8/deserializer").Deserializer);

export default v8;
