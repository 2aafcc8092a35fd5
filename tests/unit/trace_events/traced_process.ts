// Runs a program that records trace events, in a folder of its own.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";

export interface TraceEvent {
  pid: number;
  tid: number;
  ts: number;
  tts: number;
  ph: string;
  cat: string;
  name: string;
  dur: number;
  id?: string;
  args: any;
}

export interface TracedProcess {
  pid: number;
  status: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  /** The events of `node_trace.1.log`; null without the file. */
  all: TraceEvent[] | null;
  /** Those that do not describe the process. */
  events: TraceEvent[];
}

/** Runs `code` with flags of the command line. `read` receives the folder, before it is removed. */
export function runTraced(flags: string[], code: string, read?: (folder: string) => void): TracedProcess {
  const folder = mkdtempSync("/tmp/trace-events-");
  try {
    const { pid, status, signal, stdout, stderr } = spawnSync(process.execPath, [...flags, "-e", code], {
      cwd: folder,
      encoding: "utf8",
    });
    read?.(folder);
    const file = `${folder}/node_trace.1.log`;
    const all: TraceEvent[] | null = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).traceEvents : null;
    const events = (all ?? []).filter(({ cat }) => cat !== "__metadata");
    return { pid, status, signal, stdout, stderr, all, events };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs `code` while `categories` are recorded. */
export function trace(categories: string, code: string): TracedProcess {
  return runTraced(["--trace-event-categories", categories], code);
}
