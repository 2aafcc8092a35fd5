// Performance entries of the type "net": one for each TCP connection made while node:perf_hooks is loaded.
import { now, report } from "internal:web/performance/observed";

interface Started {
  startMs: number;
  host: string;
  port: number | undefined;
}

const started = new WeakMap<object, Started>();

/** An attempt to connect begins; a later one of the same socket replaces it. */
export function begin(socket: object, host: string, port: number | undefined): void {
  started.set(socket, { startMs: now(), host, port });
}

/** The socket is connected. */
export function end(socket: object): void {
  const found = started.get(socket);
  if (found === undefined) return;
  started.delete(socket);
  report("connect", "net", found.startMs, { host: found.host, port: found.port });
}
