// The numbers of the heap, as far as this engine has them: it has one space for all objects, which stands under V8's name for the largest.
import { memory } from "native:process";
import { memoryStatistics } from "native:realm";

const HEAP_LIMIT_BYTES = 4 * 1024 ** 3;

/** `v8.getHeapStatistics()`: the heap in bytes; fields that only V8 has are 0. */
export function getHeapStatistics(): Record<string, number> {
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

/** `v8.getHeapSpaceStatistics()`. */
export function getHeapSpaceStatistics(): Record<string, string | number>[] {
  const { heapSize, heapCapacity } = memoryStatistics() as any;
  return [{ space_name: "old_space", space_size: heapCapacity, space_used_size: heapSize, space_available_size: heapCapacity - heapSize, physical_space_size: heapCapacity }];
}
