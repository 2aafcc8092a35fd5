// node:v8: the numbers of the heap, as far as this engine has them. Serialization and profiles are not there yet.
import { missingMember } from "internal:missing_members";
import { validateString } from "internal:validators";
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

export default v8;
