// What a watched process reports of a module that it loads.

/** A file that was loaded, with its state, or the path of a module that was not found, for the process that watches this one. */
export interface LoadReport {
  path: string;
  /** As `internal:node/watch_mode/file_state` reads it, before the file was read; null for a module that was not found. */
  state: string | null;
}
/** The `cmd` of an internal message with the report of a child process. */
export const LOADED = "NODE_WATCH_LOADED";

let write: ((report: LoadReport) => void) | null = null;

/** Sets how reports reach the watching process. */
export function setReportWriter(writer: (report: LoadReport) => void): void {
  write = writer;
}

/** Passes on the report of a child process; ignored when no process watches this one. */
export function relayReport(report: LoadReport): void {
  write?.(report);
}
