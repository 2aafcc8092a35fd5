// `Bun.cron`: jobs in this process, jobs that the system runs, and the times of expressions.
// https://bun.com/docs/runtime/cron
import { addJob, removeJob } from "internal:bun/cron/crontab";
import { crontabSchedule, parseExpression } from "internal:bun/cron/expression";
import { startJob } from "internal:bun/cron/job";
import { nextTime } from "internal:bun/cron/next";
import { invalid } from "internal:bun/errors";
import { pathOfFileUrl } from "internal:core/file_url";
import { captureFrames } from "internal:core/stack/stack";
import nodePath from "internal:core/path";
import process from "internal:node/process";
import fs from "internal:node/fs";

const FRAMES_MAX = 16;
const OF_RUNTIME = /^(?:node|bun|brio|deno|internal|web|native):/;

/** `Bun.cron(schedule, handler, options)` and `Bun.cron(path, schedule, title)`. */
function startCron(first: unknown, second: unknown, third: unknown): unknown {
  if (typeof second === "function") {
    if (typeof first !== "string") throw invalid("Bun.cron() expects a string cron expression");
    const zone = zoneOf(third);
    return startJob({ source: first, expression: parseExpression(first), zone }, second as () => unknown);
  }
  if (typeof first !== "string") throw invalid("Bun.cron() expects a string path as the first argument");
  if (third === undefined || typeof second !== "string")
    throw invalid("Bun.cron(schedule, handler) expects a function handler as the second argument");
  if (typeof third !== "string") throw invalid("Bun.cron() expects a string title as the third argument");
  const schedule = crontabSchedule(parseExpression(second));
  checkTitle(third);
  return addJob(third, schedule, resolveFile(first));
}

/** `Bun.cron.parse`: the next time of an expression, or null without one. */
function parse(source: unknown, ...rest: unknown[]): Date | null {
  if (typeof source !== "string" && !(source instanceof String))
    throw invalid("Bun.cron.parse() expects a string cron expression as the first argument");
  const [after, options] = rest;
  const zone = zoneOf(options);
  const time = nextTime(parseExpression(`${source}`), startOf(after), zone);
  return time === null ? null : new Date(time);
}

/** `Bun.cron.remove`: removes a job of the system. */
function remove(title: unknown): Promise<void> {
  if (typeof title !== "string") throw invalid("Bun.cron.remove() expects a string title");
  checkTitle(title);
  return removeJob(title);
}

function startOf(after: unknown): number {
  if (after === undefined || after === null) return Date.now();
  if (typeof after !== "number" && !(after instanceof Date))
    throw invalid("Bun.cron.parse() expects the second argument to be a Date or number (ms since epoch)");
  const time = new Date(after).getTime();
  if (Number.isNaN(time)) throw invalid("Invalid date value");
  return time;
}

const systemZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone that options name, or the system's. */
function zoneOf(options: unknown): string {
  if (options === undefined || options === null) return systemZone();
  if (typeof options !== "object") throw invalid("Bun.cron: options must be an object");
  const { tz } = options as { tz?: unknown };
  if (tz === undefined || tz === null) return systemZone();
  if (typeof tz !== "string") throw invalid("Bun.cron: options.tz must be a string");
  try {
    if (/^[A-Za-z]/.test(tz)) return new Intl.DateTimeFormat("en", { timeZone: tz }).resolvedOptions().timeZone;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw invalid(`Bun.cron: unknown time zone '${tz}'`);
}

function checkTitle(title: string): void {
  if (!/^[A-Za-z0-9_-]+$/.test(title))
    throw invalid("Cron title must contain only alphanumeric characters, hyphens, and underscores");
}

/** The file of a job, relative to the file that calls. */
function resolveFile(path: string): string {
  const caller = captureFrames(startCron, FRAMES_MAX).find(({ isNative, url }) => !isNative && !OF_RUNTIME.test(url));
  const file = caller === undefined ? null : pathOfFileUrl(caller.url);
  const found = nodePath.resolve(file === null ? process.cwd() : nodePath.dirname(file), path);
  if (!fs.statSync(found, { throwIfNoEntry: false })?.isFile()) throw invalid("Failed to resolve path");
  if (found.includes("%")) throw invalid("Path must not contain percent signs (cron interprets % as newline)");
  return found;
}

for (const method of [parse, remove]) Object.defineProperty(method, "length", { value: 1, configurable: true });

/** `Bun.cron`. */
export const { cron } = {
  cron(first: unknown, second: unknown, third: unknown): unknown {
    return startCron(first, second, third);
  },
};
Object.assign(cron, { remove, parse });
