// Jobs of cryptography and compression on the thread pool: from the request to its completion (`node.threadpoolwork.async`), and as
// they run on a thread (`node.threadpoolwork.sync`).
import { Group } from "internal:node/trace_events/categories";
import { areaOf, type Ended, watchRequests } from "internal:node/trace_events/natives";
import { record } from "internal:node/trace_events/recorder";
import { measuredJob, measureJobs } from "native:tracing";

const AREAS: Record<string, string> = { crypto: "crypto", keys: "crypto", ciphers: "crypto", zlib: "zlib" };

/** The numbers of `measuredJob`. */
const numbers = new Float64Array(5);
const bytes = new Uint8Array(numbers.buffer);
let last = 0;

/** Records them. */
export function install(): void {
  measureJobs(true);
  for (const [name, work] of Object.entries(AREAS)) {
    const area = areaOf(name);
    for (const op of area["~async"] as unknown as string[]) watchRequests(area, op, () => begin(work));
  }
}

function begin(work: string): Ended {
  const id = ++last;
  record(Group.POOL_ASYNC, "b", work, { id });
  return (error) => {
    if (measuredJob(bytes)) {
      const [tid, begin, end, clockBegin, clockEnd] = numbers as unknown as [number, number, number, number, number];
      const on = (ts: number, tts: number) => ({ at: { tid, ts: Math.floor(ts), tts: Math.floor(tts) } });
      record(Group.POOL_SYNC, "B", work, on(begin, clockBegin));
      record(Group.POOL_SYNC, "E", work, on(end, clockEnd));
    }
    record(Group.POOL_ASYNC, "e", work, { id, args: { result: error === undefined ? 0 : -1 } });
  };
}
