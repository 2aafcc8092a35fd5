// The statistics of the heap, as far as this engine has them: it has one space for all objects, which is reported as "old_space".
import { validateOneOf } from "internal:core/validators";
import { heapLimitBytes, residentBytes } from "native:process";
import { memoryStatistics } from "native:realm";

/** The limit of a heap that nothing else limits. */
const HEAP_LIMIT_BYTES = 4 * 1024 ** 3;

/** `v8.getHeapStatistics()`: the heap in bytes; fields that only V8 has are 0. */
export function getHeapStatistics(): Record<string, number> {
  const { heapSize, heapCapacity, extraMemorySize } = memoryStatistics();
  const known = heapLimitBytes();
  const limit = known === Infinity ? HEAP_LIMIT_BYTES : known;
  return {
    total_heap_size: heapCapacity,
    total_heap_size_executable: 0,
    total_physical_size: residentBytes(),
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

const SPACES = [
  "read_only_space",
  "new_space",
  "old_space",
  "code_space",
  "shared_space",
  "trusted_space",
  "shared_trusted_space",
  "new_large_object_space",
  "large_object_space",
  "code_large_object_space",
  "shared_large_object_space",
  "shared_trusted_large_object_space",
  "trusted_large_object_space",
];

/** `v8.getHeapSpaceStatistics()`: all of V8's spaces by name; "old_space" has everything. */
export function getHeapSpaceStatistics(): Record<string, string | number>[] {
  const { heapSize, heapCapacity } = memoryStatistics();
  return SPACES.map((name) => {
    const [size, used] = name === "old_space" ? [heapCapacity, heapSize] : [0, 0];
    return {
      space_name: name,
      space_size: size,
      space_used_size: used,
      space_available_size: size - used,
      physical_space_size: size,
    };
  });
}

/** `v8.getHeapCodeStatistics()`: the engine does not expose them. */
export function getHeapCodeStatistics(): Record<string, number> {
  return {
    code_and_metadata_size: 0,
    bytecode_and_metadata_size: 0,
    external_script_source_size: 0,
    cpu_profiler_metadata_size: 0,
  };
}

/** `v8.getCppHeapStatistics()`: the heap of V8's embedders, which this engine does not have. */
export function getCppHeapStatistics(type: string = "detailed"): object {
  validateOneOf(type, "type", ["brief", "detailed"]);
  return {
    __proto__: null,
    committed_size_bytes: 0,
    resident_size_bytes: 0,
    used_size_bytes: 0,
    space_statistics: [],
    type_names: [],
    detail_level: type,
  };
}
