// bun:jsc (https://bun.com/reference/bun/jsc): internals of the engine, as far as its C API exposes them.
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import { fileUrl } from "internal:core/file_url";
import { getCallSites } from "internal:core/util/call_sites";
import process from "internal:node/process";
import v8 from "internal:node/v8";
import { residentBytes } from "native:process";
import { collectGarbage, memoryStatistics } from "native:realm";

/** Bytes of live objects. */
export function heapSize(): number {
  return memoryStatistics().heapSize;
}

/** The engine's statistics of the heap. */
export function heapStats(): object {
  const { heapSize: size, heapCapacity, extraMemorySize, objectCount } = memoryStatistics();
  return { heapSize: size, heapCapacity, extraMemorySize, objectCount: objectCount ?? 0 };
}

/** The memory of the process, in bytes. */
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

/** Runs a full collection; returns the bytes of live objects after it. */
export function fullGC(): number {
  collectGarbage();
  return heapSize();
}
export const edenGC = fullGC;
export const gcAndSweep = fullGC;

/** A value as bytes. */
export function serialize(value: unknown, options?: { binaryType?: string }): unknown {
  const bytes = (v8 as any).serialize(value);
  if (options?.binaryType === "nodebuffer") return bytes;
  return new Uint8Array(bytes).buffer;
}
export function deserialize(bytes: ArrayBufferView | ArrayBuffer): unknown {
  return (v8 as any).deserialize(ArrayBuffer.isView(bytes) ? bytes : new Uint8Array(bytes));
}

/** Sets the time zone of dates, such as `Europe/Zurich`; returns it. */
export function setTimeZone(zone: string): string {
  process.env["TZ"] = zone;
  return zone;
}
export const setTimezone = setTimeZone;

/** The address of the module that calls this function. */
export function callerSourceOrigin(): string {
  const script = getCallSites(1)[0]?.scriptName ?? "";
  return script.startsWith("/") ? fileUrl(script) : script;
}

function missing(name: string): () => never {
  return {
    [name]: (): never => {
      throw new ERR_METHOD_NOT_IMPLEMENTED(`bun:jsc.${name}`);
    },
  }[name] as () => never;
}

const MISSING = [
  "bytecodeOrderStats",
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
const members: Record<string, (...args: any[]) => unknown> = {
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
  callerSourceOrigin,
};
for (const name of MISSING) members[name] = missing(name);

export default members;
