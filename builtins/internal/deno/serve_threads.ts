// The threads of `brio serve --parallel`: each runs the main module and serves its default export on the port of the first.
import { launch } from "internal:core/launch";
import { exit } from "internal:deno/process";
import { deserializeError, reportOf } from "internal:web/worker/errors";
import { Thread } from "internal:web/worker/thread";
import { navigator } from "web:navigator";
import { getEnvironment } from "native:process";
import { writeBytes, writeError } from "native:stdio";

/** Where a thread listens. */
export interface Place {
  host: string;
  port: number;
}

/** How many threads serve: DENO_JOBS, or one for each processor. */
export function threadCount(): number {
  const given = Number(getEnvironment("DENO_JOBS"));
  return Number.isInteger(given) && given > 0 ? given : navigator.hardwareConcurrency;
}

/** Starts a thread; the process ends with an error of its main module, and lives as long as the thread. */
export function startThread(name: string, place: Place): void {
  const { path, options, arguments: given } = launch();
  const failed = (error: Uint8Array): void => {
    const report = reportOf(error) ?? String(deserializeError(error));
    writeError(`error: Uncaught (in worker "${name}") ${report.replace(/^error: (?:Uncaught )?/, "").trimEnd()}\n`);
    exit(1);
  };
  const listener = {
    threadMessage() {},
    threadOnline() {},
    threadOutput: (descriptor: number, bytes: Uint8Array) => writeBytes(descriptor, bytes),
    threadFailed: failed,
    threadOutOfMemory() {},
    threadEnded() {},
  };
  const start = {
    isWeb: false,
    entryKind: "path" as const,
    entry: path,
    name,
    arguments: given,
    options: [
      ...options.filter(([option]) => option !== "serve"),
      ["serve-thread", JSON.stringify(place)] as [string, string],
    ],
  };
  new Thread(listener, start, undefined, []);
}
