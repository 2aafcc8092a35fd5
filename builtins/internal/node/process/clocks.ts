// Clocks and counters of `process`.
import { safe } from "internal:core/bootstrap";
import { loopState } from "internal:core/loop_state";
import defer * as errors from "internal:core/errors";
import defer * as validators from "internal:core/validators";
import { UsageField, residentBytes, usage } from "native:process";
import { LoopWord, memoryStatistics } from "native:realm";
import { monotonicClock, monotonicNanoseconds, monotonicOrigin, now } from "native:time";

const { MAX_SAFE_INTEGER } = Number;
const words = new Uint32Array(3);
const wordBytes = new Uint8Array(words.buffer);
const times = new Float64Array(2);
const timeBytes = new Uint8Array(times.buffer);

function hrtime(previous?: [number, number]): [number, number] {
  monotonicClock(wordBytes);
  const seconds = words[0]! * 0x100000000 + words[1]!;
  if (previous === undefined) return [seconds, words[2]!];
  if (!safe.isArray(previous)) throw new errors.ERR_INVALID_ARG_TYPE("time", "Array", previous);
  if (previous.length !== 2) throw new errors.ERR_OUT_OF_RANGE("time", 2, (previous as unknown[]).length);
  const difference = seconds - previous[0];
  const nanoseconds = words[2]! - previous[1];
  return nanoseconds < 0 ? [difference - 1, nanoseconds + 1e9] : [difference, nanoseconds];
}

hrtime.bigint = (): bigint => {
  // Exact for the first hundred days of a machine; sums of BigInts cost several times as much.
  const nanoseconds = monotonicNanoseconds();
  if (nanoseconds <= MAX_SAFE_INTEGER) return BigInt(nanoseconds);
  monotonicClock(wordBytes);
  return (BigInt(words[0]!) * 0x100000000n + BigInt(words[1]!)) * 1000000000n + BigInt(words[2]!);
};

interface CpuUsage {
  user: number;
  system: number;
}

function threadCpuUsage(previous?: CpuUsage): CpuUsage {
  if (previous) {
    validators.validateObject(previous, "prevValue");
    for (const name of ["user", "system"] as const) {
      validators.validateNumber(previous[name], `prevValue.${name}`);
      if (!(previous[name] >= 0 && previous[name] <= Number.MAX_SAFE_INTEGER))
        throw new errors.ERR_INVALID_ARG_VALUE.RangeError(`prevValue.${name}`, previous[name]);
    }
  }
  usage(timeBytes, true);
  return {
    user: times[UsageField.USER_MICROSECONDS]! - (previous?.user ?? 0),
    system: times[UsageField.SYSTEM_MICROSECONDS]! - (previous?.system ?? 0),
  };
}

function cpuUsage(previous?: CpuUsage): CpuUsage {
  usage(timeBytes, false);
  const [user, system] = times as unknown as [number, number];
  if (!previous) return { user, system };
  if (typeof previous !== "object" || safe.isArray(previous))
    throw new errors.ERR_INVALID_ARG_TYPE("prevValue", "object", previous);
  for (const name of ["user", "system"] as const) {
    const value = previous[name];
    if (typeof value !== "number") throw new errors.ERR_INVALID_ARG_TYPE(`prevValue.${name}`, "number", value);
    if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER))
      throw new errors.ERR_INVALID_ARG_VALUE.RangeError(`prevValue.${name}`, value);
  }
  return { user: user - previous.user, system: system - previous.system };
}

function memoryUsage(): object {
  const { heapSize, heapCapacity, extraMemorySize } = memoryStatistics();
  return {
    rss: residentBytes(),
    heapTotal: heapCapacity,
    heapUsed: heapSize,
    external: extraMemorySize,
    arrayBuffers: extraMemorySize,
  };
}
memoryUsage.rss = (): number => residentBytes();

/** In the order of `UsageField`. */
const USAGE_NAMES = [
  "userCPUTime",
  "systemCPUTime",
  "maxRSS",
  "sharedMemorySize",
  "unsharedDataSize",
  "unsharedStackSize",
  "minorPageFault",
  "majorPageFault",
  "swappedOut",
  "fsRead",
  "fsWrite",
  "ipcSent",
  "ipcReceived",
  "signalsCount",
  "voluntaryContextSwitches",
  "involuntaryContextSwitches",
];

function resourceUsage(): object {
  const values = new Float64Array(USAGE_NAMES.length);
  usage(new Uint8Array(values.buffer), false);
  const result: Record<string, number> = {};
  for (let index = 0; index < USAGE_NAMES.length; index++) result[USAGE_NAMES[index]!] = values[index]!;
  return result;
}

/** Seconds since the start of the runtime, which is a little later than the zero of `performance.now()`. */
function uptime(): number {
  return (now() + monotonicOrigin() - loopState[LoopWord.NODE_START]!) / 1000;
}

/** Members of `process`. */
export const members = { hrtime, uptime, cpuUsage, threadCpuUsage, memoryUsage, resourceUsage };
