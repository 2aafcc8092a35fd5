// `vm.measureMemory` (https://nodejs.org/api/vm.html#vmmeasurememoryoptions). All contexts of a thread share one heap here, so its size
// stands for each of them.
import { emitWarning } from "internal:core/process/warn";
import { validateObject, validateOneOf } from "internal:core/validators";
import { memoryStatistics } from "native:realm";

let hasWarned = false;

/** An estimate of the memory of this virtual machine's contexts. */
export function measureMemory(options: unknown = {}): Promise<object> {
  if (!hasWarned) {
    hasWarned = true;
    emitWarning("vm.measureMemory is an experimental feature and might change at any time", "ExperimentalWarning");
  }
  validateObject(options, "options");
  const { mode = "summary", execution = "default" } = options;
  validateOneOf(mode, "options.mode", ["summary", "detailed"]);
  validateOneOf(execution, "options.execution", ["default", "eager"]);
  const { heapSize, heapCapacity } = memoryStatistics();
  const total = { jsMemoryEstimate: heapSize, jsMemoryRange: [heapSize, heapCapacity] };
  return Promise.resolve(mode === "summary" ? { total } : { total, current: total, other: [] });
}
