// `process.report`: diagnostic reports as an object or a JSON file (`report_content.ts`), triggered by the program, a signal or an
// uncaught exception. https://nodejs.org/api/report.html
import { load, safe } from "internal:core/bootstrap";
import { launch, option } from "internal:core/launch";
import defer * as packageGuard from "internal:core/package_guard";
import { check } from "internal:core/permissions";
import { workingDirectory } from "internal:core/process/working_directory";
import { onEvent } from "internal:core/loop";
import { describe, NO_STACK } from "internal:node/process/report_content";
import defer * as subreports from "internal:node/worker/subreports";
import { validateBoolean, validateObject, validateSignalName, validateString } from "internal:core/validators";
import { workerStart } from "internal:core/worker_state";
import { writeFileTextSync } from "native:fs";
import { PermissionKind } from "native:permissions";
import { announceHeapLimit, ProcessLoopEvent } from "native:process";
import { writeError, writeOut } from "native:stdio";
import { threadId } from "native:worker";

/** O_WRONLY, O_CREAT and O_TRUNC of open(2). */
const OVERWRITE = 0o1101;
const FILE_MODE = 0o666;

const isOn = (flag: string): boolean => option(flag) !== undefined;
const stringOption = (flag: string, fallback = ""): string => {
  const value = option(flag);
  return typeof value === "string" ? value : fallback;
};

let directory = stringOption("--report-directory", stringOption("--report-dir"));
const diagnosticDirectory = stringOption("--diagnostic-dir");
let filename = stringOption("--report-filename");
let signal = stringOption("--report-signal", "SIGUSR2");
let isCompact = isOn("--report-compact");
let hidesNetwork = isOn("--report-exclude-network");
let hidesEnvironment = isOn("--report-exclude-env");
let writtenCount = 0;
const triggers = {
  fatalError: isOn("--report-on-fatalerror"),
  signal: isOn("--report-on-signal"),
  uncaughtException: isOn("--report-uncaught-exception"),
};

/** The report as an object, with the stack of `error` or of the call. */
function getReport(error?: unknown): object {
  if (error !== undefined) validateObject(error, "err");
  return describe(error, "JavaScript API", "GetReport", null, { network: hidesNetwork, environment: hidesEnvironment });
}

/** The report of this worker as a part of its parent's. */
export function subreport(): object {
  const hidden = { network: hidesNetwork, environment: hidesEnvironment };
  return describe(NO_STACK, subreports.eventOf(workerStart()?.name ?? ""), "GetReport", null, hidden);
}

/** Writes the report to a file; returns the file's name. */
function writeReport(file?: unknown, error?: unknown): string {
  if (isOn("--sandbox-packages")) packageGuard.checkCaller(["fs"], "process.report.writeReport", writeReport);
  if (typeof file === "object" && file !== null) {
    error = file;
    file = undefined;
  } else if (file !== undefined) validateString(file, "file");
  if (error !== undefined) validateObject(error, "err");
  return write("JavaScript API", "API", file as string | undefined, error);
}

function write(event: string, cause: string, file: string | undefined, error: unknown): string {
  if (launch().restricts && file !== "stdout" && file !== "stderr")
    check(PermissionKind.WRITE, file || filename || directory || diagnosticDirectory || workingDirectory());
  const { pid } = load("internal:node/process").default;
  const [day, time] = new Date().toISOString().split(/[T.]/);
  file =
    file ||
    filename ||
    `report.${day!.replaceAll("-", "")}.${time!.replaceAll(":", "")}.${pid}.${threadId()}.${String(++writtenCount).padStart(3, "0")}.json`;
  const report = describe(error, event, cause, file, { network: hidesNetwork, environment: hidesEnvironment });
  const json = `${JSON.stringify(report, null, isCompact ? undefined : 2)}\n`;
  if (file === "stdout") {
    writeOut(json);
    writeError("\nNode.js report completed\n");
    return file;
  }
  if (file === "stderr") {
    writeError(`${json}\nNode.js report completed\n`);
    return file;
  }
  const path = load("internal:core/path").default;
  const folder = directory || diagnosticDirectory;
  try {
    writeFileTextSync(folder === "" ? file : path.join(folder, file), json, OVERWRITE, FILE_MODE);
  } catch (error) {
    const place = folder === "" ? "" : ` directory: ${folder}`;
    const errno = Math.abs((error as { errno?: number } | undefined)?.errno ?? 0);
    writeError(`\nFailed to open Node.js report file: ${file}${place} (errno: ${errno})\n`);
    return "";
  }
  writeError(`\nWriting Node.js report to file: ${file}\nNode.js report completed\n`);
  return file;
}

/** Writes the report of an exception that ends the thread, if enabled. */
export function reportUncaught(error: unknown): void {
  if (triggers.uncaughtException) write("Exception", "Exception", undefined, error === undefined ? {} : error);
}

function onSignal(name: string): void {
  write(name, "Signal", undefined, undefined);
}

/** The heap is over its limit: the process ends after the report. */
function reportOutOfMemory(): void {
  if (triggers.fatalError) write("Allocation failed - JavaScript heap out of memory", "OOMError", undefined, NO_STACK);
}

/** Lets the process report before it ends at the limit of its heap; workers have no limit that ends the process. */
function watchHeap(): void {
  if (workerStart() !== null) return;
  onEvent(ProcessLoopEvent.OUT_OF_MEMORY, reportOutOfMemory);
  announceHeapLimit();
}

function listen(isEnabled: boolean): void {
  if (isEnabled === triggers.signal) return;
  triggers.signal = isEnabled;
  const { default: process } = load("internal:node/process");
  if (isEnabled) process.addListener(signal, onSignal);
  else process.removeListener(signal, onSignal);
}

function trigger(
  name: keyof typeof triggers,
  change = (value: boolean): void => void (triggers[name] = value),
): PropertyDescriptor {
  return {
    get: () => triggers[name],
    set(value: unknown) {
      validateBoolean(value, "trigger");
      change(value);
    },
    enumerable: true,
    configurable: true,
  };
}

/** `process.report`. */
export const report: object = safe.defineProperties(
  {
    writeReport,
    getReport,
    get directory(): string {
      return directory;
    },
    set directory(value: unknown) {
      validateString(value, "directory");
      directory = value;
    },
    get filename(): string {
      return filename;
    },
    set filename(value: unknown) {
      validateString(value, "filename");
      filename = value;
    },
    get compact(): boolean {
      return isCompact;
    },
    set compact(value: unknown) {
      validateBoolean(value, "compact");
      isCompact = value;
    },
    get excludeNetwork(): boolean {
      return hidesNetwork;
    },
    set excludeNetwork(value: unknown) {
      validateBoolean(value, "excludeNetwork");
      hidesNetwork = value;
    },
    get signal(): string {
      return signal;
    },
    set signal(value: unknown) {
      validateSignalName(value, "signal");
      const isOn = triggers.signal;
      listen(false);
      signal = value as string;
      listen(isOn);
    },
    get excludeEnv(): boolean {
      return hidesEnvironment;
    },
    set excludeEnv(value: unknown) {
      validateBoolean(value, "excludeEnv");
      hidesEnvironment = value;
    },
  },
  {
    reportOnFatalError: trigger("fatalError", (value) => {
      triggers.fatalError = value;
      if (value) watchHeap();
    }),
    reportOnSignal: trigger("signal", listen),
    reportOnUncaughtException: trigger("uncaughtException"),
  },
);

if (triggers.fatalError) watchHeap();
// Only the main thread handles signals.
if (triggers.signal && workerStart() === null) {
  triggers.signal = false;
  listen(true);
}
