// The pipe on which a watched process reports what it loads. Writes block while the watching process is busy, so that no report
// is lost when a program crashes, and threads may write side by side. Node reports by messages of the channel, which a program
// receives from its own children too.
import type { LoadReport } from "internal:node/watch_mode/load_message";
import { writeSync } from "internal:node/fs/sync_io";
import processObject from "internal:node/process";
import type { ChildProcess } from "internal:node/child_process/child_process";
import type { Readable } from "internal:node/streams/readable";
import { getEnvironment } from "native:process";

/** The variable with the descriptor of the pipe, and the number of the watching process: children of the program inherit it. */
const VARIABLE = "BRIO_WATCH_REPORTS";
/** The descriptor, behind the channel's. */
const DESCRIPTOR = 4;

/** `stdio` of a child that reports, behind the three standard streams. */
export const REPORTING_STDIO: readonly string[] = ["ipc", "pipe"];

/** The variables of a child that reports; the first one as in Node. */
export function reportingVariables(): Record<string, string> {
  return { WATCH_REPORT_DEPENDENCIES: "1", [VARIABLE]: `${DESCRIPTOR}:${processObject.pid}` };
}

/** Calls `listener` with the reports of a child. Returns a function that stops that. */
export function readReports(child: ChildProcess, listener: (report: LoadReport) => void): () => void {
  const stream = child.stdio[DESCRIPTOR] as unknown as Readable;
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop()!;
    for (const line of lines) listener(JSON.parse(line));
  });
  stream.on("error", () => {});
  return () => stream.destroy();
}

/** Returns a function that reports to the watching process; null when it did not start this process itself. */
export function reportWriter(): ((report: LoadReport) => void) | null {
  const [descriptor, watching] = (getEnvironment(VARIABLE) ?? "").split(":").map(Number);
  if (descriptor === undefined || watching !== processObject.ppid) return null;
  return (report) => {
    try {
      writeSync(descriptor, `${JSON.stringify(report)}\n`);
    } catch {
      // The watching process has exited, or the program has closed the descriptor.
    }
  };
}
