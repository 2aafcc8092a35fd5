// Starts a worker from source code and collects its events.
import { Worker } from "node:worker_threads";

export interface Outcome {
  code: number;
  messages: any[];
  errors: any[];
  worker: Worker;
}

/** Runs `code` in a worker until it ends. `begin` gets the worker when it is online. */
export function runWorker(
  code: string,
  options: object = {},
  begin: (worker: any) => void = () => {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const worker = new Worker(code, { eval: true, ...options });
    const messages: any[] = [];
    const errors: any[] = [];
    worker.on("online", () => begin(worker));
    worker.on("message", (message: any) => messages.push(message));
    worker.on("error", (error: any) => errors.push(error));
    worker.on("exit", (exitCode: number) => resolve({ code: exitCode, messages, errors, worker }));
  });
}

/** The first lines of a worker's code. */
export const head = 'const { parentPort, workerData, threadId, isMainThread } = require("node:worker_threads");\n';
