// bun:jsc (https://bun.com/reference/bun/jsc): the engine from inside, as far as its C API tells.
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import process from "internal:node/process";
import v8 from "internal:node/v8";
import { residentBytes } from "native:process";
import { collectGarbage, memoryStatistics } from "native:realm";

/** Bytes that live objects take. */
export function heapSize(): number {
  return memoryStatistics().heapSize;
}

/** What the engine counts. */
export function heapStats(): object {
  const { heapSize: size, heapCapacity, extraMemorySize, objectCount } = memoryStatistics();
  return { heapSize: size, heapCapacity, extraMemorySize, objectCount: objectCount ?? 0 };
}

/** Bytes of the process. */
export function memoryUsage(): object {
  const current = residentBytes();
  return {
    current,
    peak: process.resourceUsage().maxRSS * 1024,
    currentCommit: current,
    peakCommit: current,
    pageFaults: process.resourceUsage().minorPageFault,
  };
}

/** Collects everything; returns the bytes that live objects take then. */
export function fullGC(): number {
  collectGarbage();
  return heapSize();
}
export const edenGC = fullGC;
export const gcAndSweep = fullGC;

/** A value as bytes, and back. */
export function serialize(value: unknown, options?: { binaryType?: string }): unknown {
  const bytes = (v8 as any).serialize(value);
  if (options?.binaryType === "nodebuffer") return bytes;
  return new Uint8Array(bytes).buffer;
}
export function deserialize(bytes: any): unknown {
  return (v8 as any).deserialize(ArrayBuffer.isView(bytes) ? (bytes as any) : new Uint8Array(bytes));
}

/** Sets the time zone of dates, such as `Europe/Zurich`; returns it. */
export function setTimeZone(zone: string): string {
  process.env["TZ"] = zone;
  return zone;
}
export const setTimezone = setTimeZone;

function missing(name: string): () => never {
  return {
    [name]: (): never => {
      throw new ERR_METHOD_NOT_IMPLEMENTED(`bun:jsc.${name}`);
    },
  }[name] as () => never;
}

const MISSING = [
  "bytecodeOrderStats",
  "callerSourceOrigin",
  "codeCoverageForFile",
  "describe",
  "describeArray",
  "drainMicrotasks",
  "estimateShallowMemoryUsageOf",
  "generateHeapSnapshotForDebugging",
  "getProtectedObjects",
  "getRandomSeed",
  "isRope",
  "jscDescribe",
  "jscDescribeArray",
  "noFTL",
  "noInline",
  "noOSRExitFuzzing",
  "numberOfDFGCompiles",
  "optimizeNextInvocation",
  "percentAvailableMemoryInUse",
  "profile",
  "releaseWeakRefs",
  "reoptimizationRetryCount",
  "samplingProfilerStackTraces",
  "setRandomSeed",
  "startRemoteDebugger",
  "startSamplingProfiler",
  "totalCompileTime",
];
const members: any = {
  heapSize,
  heapStats,
  memoryUsage,
  fullGC,
  edenGC,
  gcAndSweep,
  serialize,
  deserialize,
  setTimeZone,
  setTimezone,
};
for (const name of MISSING) members[name] = missing(name);

export default members;
