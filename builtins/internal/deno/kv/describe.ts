// What Deno's console prints of a `Deno.AtomicOperation`.
import { inspect } from "internal:core/util/inspect";
import type { Batch } from "internal:deno/kv/atomic";

/** One line for each call. */
export function describe({ checks, changes, enqueued }: Batch, options: object): string {
  const line = (name: string, values: unknown[]): string =>
    `${name}(${values.map((value) => inspect(value, options)).join(", ")})`;
  const lines = [
    ...checks.map(({ key, versionstamp }) => line("check", [{ key, versionstamp }])),
    ...changes.map(({ type, given }) => line(type === "setVersionstamped" ? "set" : type, given)),
    ...enqueued.map(({ message, options: given }) =>
      line("enqueue", Object.keys(given).length === 0 ? [message] : [message, given]),
    ),
  ];
  if (lines.length === 0) return "AtomicOperation (empty)";
  return ["AtomicOperation", ...lines].join("\n  ");
}
