// The content of a diagnostic report, in the form of Node's reports. https://nodejs.org/api/report.html
import { readFileTextSync } from "native:fs";
import { cLibraryVersion } from "native:process";
import { threadId } from "native:worker";
import { isLoaded, load, safe } from "internal:core/bootstrap";
import { describeHandles } from "internal:node/process/open_handles";
import defer * as subreports from "internal:node/worker/subreports";
import { stackOf as stackStringOf } from "internal:core/stack/stack";
import { getHeapSpaceStatistics, getHeapStatistics } from "internal:node/v8/heap_statistics";

const O_RDONLY = 0;
const REPORT_VERSION = 5;
/** The glibc that Rust's targets are compiled for. */
const GLIBC_OF_TARGET = "2.17";
const MICROSECONDS = 1e6;
/** As getrusage(2) counts. */
const BLOCK = 512;
const KILOBYTE = 1024;

/** An element of `os.cpus()`. */
interface Cpu {
  model: string;
  speed: number;
  times: object;
}

function readLines(path: string): string[] {
  try {
    return readFileTextSync(path, O_RDONLY).split("\n");
  } catch {
    // A system without /proc has no such information.
    return [];
  }
}

/** What a report leaves out. */
export interface Hidden {
  network: boolean;
  environment: boolean;
}

/** In place of an error: no function of the program is running, or it is not known which. */
export const NO_STACK: unique symbol = Symbol("no stack");

interface Report {
  header: Record<string, unknown>;
  [section: string]: unknown;
}

/** The report of `error`, or of the call. `event` and `trigger`: what requested it. */
export function describe(error: unknown, event: string, trigger: string, file: string | null, hidden: Hidden): object {
  const report = describeThread(error, event, trigger, file, hidden);
  report.libuv = describeHandles();
  if (isLoaded("internal:web/worker/events"))
    report.workers = subreports.reportsOfWorkers((thread, name) => describeSilent(thread, name, trigger, hidden));
  return report;
}

/** The report of a worker that does not respond: what all threads share. */
function describeSilent(thread: number, event: string, trigger: string, hidden: Hidden): object {
  const {
    javascriptHeap: _,
    uvthreadResourceUsage: __,
    ...report
  } = describeThread(NO_STACK, event, trigger, null, hidden);
  report.header.threadId = thread;
  return report;
}

/** The report without the handles of the loop and the workers. */
function describeThread(error: unknown, event: string, trigger: string, file: string | null, hidden: Hidden): Report {
  const process = load("internal:node/process").default;
  const os = load("internal:node/os").default;
  const now = new Date();
  const usage = process.resourceUsage();
  const report: Report = {
    header: {
      reportVersion: REPORT_VERSION,
      event,
      trigger,
      filename: file,
      dumpEventTime: now.toISOString().replace(/\.\d+Z$/, "Z"),
      dumpEventTimeStamp: String(now.getTime()),
      processId: process.pid,
      threadId: threadId(),
      cwd: process.cwd(),
      commandLine: [process.argv0, ...process.execArgv, ...process.argv.slice(1)],
      nodejsVersion: process.version,
      ...cLibrary(),
      wordSize: 64,
      arch: process.arch,
      platform: process.platform,
      componentVersions: process.versions,
      release: process.release,
      osName: os.type(),
      osRelease: os.release(),
      osVersion: os.version(),
      osMachine: os.machine(),
      cpus: (os.cpus() as Cpu[]).map(({ model, speed, times }) => ({ model, speed, ...times })),
      host: os.hostname(),
    },
    javascriptStack: stackOf(error),
    javascriptHeap: describeHeap(),
    nativeStack: [],
    resourceUsage: {
      free_memory: os.freemem(),
      total_memory: os.totalmem(),
      rss: process.memoryUsage.rss(),
      constrained_memory: process.constrainedMemory(),
      available_memory: process.availableMemory(),
      ...consumption(usage.userCPUTime, usage.systemCPUTime, process.uptime()),
      maxRss: usage.maxRSS * KILOBYTE,
      pageFaults: { IORequired: usage.majorPageFault, IONotRequired: usage.minorPageFault },
      fsActivity: { reads: usage.fsRead, writes: usage.fsWrite },
    },
    uvthreadResourceUsage: threadUsage(process),
    libuv: [],
    workers: [],
    userLimits: limits(),
    sharedObjects: [
      ...new Set(
        readLines("/proc/self/maps")
          .map((line) => line.slice(73).trim())
          .filter((path) => path.includes(".so")),
      ),
    ],
  };
  if (!hidden.network)
    report.header.networkInterfaces = Object.entries<object[]>(os.networkInterfaces()).flatMap(([name, list]) =>
      list.map((address) => ({ name, ...address })),
    );
  if (!hidden.environment) report.environmentVariables = { ...process.env };
  return report;
}

// Only for glibc: others have no such members, by which programs recognize them.
function cLibrary(): object {
  const glibcVersionRuntime = cLibraryVersion();
  return glibcVersionRuntime === null ? {} : { glibcVersionRuntime, glibcVersionCompiler: GLIBC_OF_TARGET };
}

/** What this thread has used. */
function threadUsage(process: { threadCpuUsage(): { user: number; system: number }; uptime(): number }): object {
  const { user, system } = process.threadCpuUsage();
  const transferred = readLines("/proc/thread-self/io");
  const blocks = (name: string): number =>
    Math.floor(Number(transferred.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? 0) / BLOCK);
  return {
    ...consumption(user, system, process.uptime()),
    fsActivity: { reads: blocks("read_bytes"), writes: blocks("write_bytes") },
  };
}

function consumption(userTime: number, kernelTime: number, uptimeSeconds: number): object {
  const userCpuSeconds = userTime / MICROSECONDS;
  const kernelCpuSeconds = kernelTime / MICROSECONDS;
  const percent = (seconds: number): number => (seconds / uptimeSeconds) * 100;
  return {
    userCpuSeconds,
    kernelCpuSeconds,
    cpuConsumptionPercent: percent(userCpuSeconds + kernelCpuSeconds),
    userCpuConsumptionPercent: percent(userCpuSeconds),
    kernelCpuConsumptionPercent: percent(kernelCpuSeconds),
  };
}

function describeHeap(): object {
  const heap = getHeapStatistics();
  const heapSpaces: Record<string, object> = {};
  for (const space of getHeapSpaceStatistics() as any[]) {
    const { space_size: size, space_used_size: used, space_available_size: available } = space;
    heapSpaces[space.space_name] = { memorySize: size, committedMemory: size, capacity: size, used, available };
  }
  return {
    totalMemory: heap.total_heap_size,
    executableMemory: heap.total_heap_size_executable,
    totalCommittedMemory: heap.total_physical_size,
    availableMemory: heap.total_available_size,
    totalGlobalHandlesMemory: heap.total_global_handles_size,
    usedGlobalHandlesMemory: heap.used_global_handles_size,
    usedMemory: heap.used_heap_size,
    memoryLimit: heap.heap_size_limit,
    mallocedMemory: heap.malloced_memory,
    externalMemory: heap.external_memory,
    peakMallocedMemory: heap.peak_malloced_memory,
    nativeContextCount: heap.number_of_native_contexts,
    detachedContextCount: heap.number_of_detached_contexts,
    doesZapGarbage: heap.does_zap_garbage,
    heapSpaces,
  };
}

function stackOf(error: unknown): object {
  if (error === NO_STACK) return { message: "No stack.", stack: ["Unavailable."], errorProperties: {} };
  if (error === undefined)
    return {
      message: "Error: JavaScript Callstack",
      stack: String(stackStringOf(new Error()))
        .split("\n")
        .slice(1)
        .map((line) => line.trim()),
      errorProperties: {},
    };
  // The thrown value may be anything.
  const isObject = typeof error === "object" && error !== null;
  const [message, ...stack] = String(isObject ? stackStringOf(error) : error).split("\n");
  const errorProperties = isObject
    ? safe.fromEntries(safe.entries(error).map(([name, value]) => [name, String(value)]))
    : {};
  return { message, stack: stack.map((line) => line.trim()), errorProperties };
}

const LIMITS: Record<string, string> = {
  "Max core file size": "core_file_size_blocks",
  "Max data size": "data_seg_size_bytes",
  "Max file size": "file_size_blocks",
  "Max locked memory": "max_locked_memory_bytes",
  "Max resident set": "max_memory_size_bytes",
  "Max open files": "open_files",
  "Max stack size": "stack_size_bytes",
  "Max cpu time": "cpu_time_seconds",
  "Max processes": "max_user_processes",
  "Max address space": "virtual_memory_bytes",
};

function limits(): Record<string, { soft: string | number; hard: string | number }> {
  const found: Record<string, { soft: string | number; hard: string | number }> = {};
  const parse = (limit: string): string | number => (limit === "unlimited" ? limit : Number(limit));
  for (const line of readLines("/proc/self/limits")) {
    const [, name, soft, hard] = /^(\D+?)\s{2,}(\S+)\s+(\S+)/.exec(line) ?? [];
    if (name !== undefined && LIMITS[name] !== undefined)
      found[LIMITS[name]!] = { soft: parse(soft!), hard: parse(hard!) };
  }
  return found;
}
