// `Deno.cron`: handlers that run on a schedule in this process. https://docs.deno.com/runtime/fundamentals/cron/
import { expressionOf } from "internal:deno/cron/format";
import { nextTime, parseSchedule, type Schedule } from "internal:deno/cron/schedule";
import type { AbortSignal } from "web:abort";
import { clearTimeout, setTimeout, type Timeout } from "internal:core/timers";

const CRONS_MAX = 100;
const NAME_MAX = 64;
const RETRIES_MAX = 5;
const BACKOFF_MAX = 60 * 60 * 1000;
const BACKOFF = [100, 1000, 5000, 30_000, 60_000];
/** Timers cannot wait longer. */
const WAIT_MAX = 2 ** 31 - 1;

interface Console {
  error(...values: unknown[]): void;
}
type Handler = () => unknown;
interface Options {
  backoffSchedule?: number[];
  signal?: AbortSignal;
}
interface Cron {
  name: string;
  schedule: Schedule;
  handler: Handler;
  backoff: number[];
  retries: number;
  timer: Timeout | null;
  /** Settles the promise of the program. */
  close: () => void;
}

const crons = new Map<string, Cron>();

/** Runs a handler on a schedule. The promise resolves when the job is aborted, and never before. */
export function cron(name: unknown, schedule: unknown, third: unknown, fourth: unknown): Promise<void> {
  const missing = (what: string): TypeError =>
    new TypeError(`Cannot create cron job, a ${what} is required: received 'undefined'`);
  if (name === undefined) throw missing("unique name");
  if (schedule === undefined) throw missing("schedule");
  const expression = expressionOf(schedule as string);
  const isHandler = typeof third === "function";
  if (isHandler && fourth !== undefined)
    throw new TypeError("Cannot create cron job, a single handler is required: two handlers were specified");
  const handler = isHandler ? third : fourth;
  if (typeof handler !== "function") throw new TypeError("Cannot create cron job: a handler is required");
  const options = (isHandler ? null : third) as Options | null | undefined;
  return start(String(name), expression, handler as Handler, options ?? {});
}

function start(name: string, expression: string, handler: Handler, options: Options): Promise<void> {
  checkName(name);
  const backoff = readBackoff(options.backoffSchedule);
  if (crons.size > CRONS_MAX) throw new TypeError("Too many crons");
  if (crons.has(name)) throw new TypeError("Cron with this name already exists");
  const schedule = parseSchedule(expression);
  if (backoff.length > RETRIES_MAX || backoff.some((ms) => ms > BACKOFF_MAX))
    throw new TypeError("Invalid backoff schedule");
  const first = nextTime(schedule, Date.now());
  const { promise, resolve } = Promise.withResolvers<void>();
  const job: Cron = { name, schedule, handler, backoff, retries: 0, timer: null, close: resolve };
  crons.set(name, job);
  const { signal } = options;
  signal?.addEventListener("abort", () => stop(job), { once: true });
  wait(job, first);
  return promise;
}

function checkName(name: string): void {
  if (name.length > NAME_MAX)
    throw new TypeError(`Cron name cannot exceed ${NAME_MAX} characters: current length ${name.length}`);
  if (/^[\w\s-]*$/.test(name)) return;
  const allowed = "only alphanumeric characters, whitespace, hyphens, and underscores are allowed";
  throw new TypeError(`Invalid cron name: ${allowed}`);
}

function readBackoff(given: unknown): number[] {
  if (given === undefined || given === null) return BACKOFF;
  if (!Array.isArray(given)) throw new TypeError("expected an array of numbers as the backoff schedule");
  return given.map((ms: unknown) => {
    if (typeof ms !== "number") throw new TypeError("expected numbers in the backoff schedule");
    return ms >>> 0;
  });
}

function stop(job: Cron): void {
  if (crons.get(job.name) !== job) return;
  crons.delete(job.name);
  clearTimeout(job.timer);
  job.close();
}

function wait(job: Cron, time: number): void {
  const left = Math.min(Math.max(time - Date.now(), 1), WAIT_MAX);
  job.timer = setTimeout(() => {
    if (Date.now() < time) wait(job, time);
    else void run(job);
  }, left);
}

/** Runs the handler, then waits for the next time, or for the next attempt when it failed. */
async function run(job: Cron): Promise<void> {
  let hasFailed = false;
  try {
    await (0, job.handler)();
  } catch (error) {
    hasFailed = true;
    (globalThis as unknown as { console: Console }).console.error(`Exception in cron handler ${job.name}`, error);
  }
  if (crons.get(job.name) !== job) return;
  const delay = hasFailed ? job.backoff[job.retries] : undefined;
  job.retries = delay === undefined ? 0 : job.retries + 1;
  wait(job, delay === undefined ? nextTime(job.schedule, Date.now()) : Date.now() + delay);
}
