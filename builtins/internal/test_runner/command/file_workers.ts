// How many files of a project run at the same time: what its configuration says. Files of Mocha run one at a time unless it has
// `parallel`, as in Mocha; they may share a port or a folder. Others run on all processors.
import type { Members } from "internal:test_runner/command/project_config";
import type { TestFile } from "internal:test_runner/command/selection";
import { availableParallelism } from "native:os";

const PERCENT = 100;

/** A number of workers or a part of the processors such as `50%`; null for other values. */
function workersOf(value: unknown): number | null {
  const [, digits, percent] = /^(\d+)(%?)$/.exec(String(value)) ?? [];
  if (digits === undefined) return null;
  const count = percent === "%" ? Math.floor((availableParallelism() * Number(digits)) / PERCENT) : Number(digits);
  return Math.max(1, count);
}

/** Of a configuration of Vitest. https://vitest.dev/config/fileparallelism */
export function workersOfVitest({ fileParallelism, maxWorkers, poolOptions }: Members): number | null {
  const { forks, threads } = (poolOptions ?? {}) as Record<string, Members | undefined>;
  const isOne = fileParallelism === false || forks?.singleFork === true || threads?.singleThread === true;
  return isOne ? 1 : workersOf(maxWorkers);
}

/** Of a configuration of Jest. https://jestjs.io/docs/configuration#maxworkers-number--string */
export function workersOfJest({ maxWorkers }: Members): number | null {
  return workersOf(maxWorkers);
}

/** Of a configuration of Mocha and the flags of its script. https://mochajs.org/features/parallel-mode/ */
export function workersOfMocha(given: Members, script: Members): number {
  if ((script.parallel ?? given.parallel) !== true) return 1;
  const jobs: unknown = script.jobs ?? given.jobs;
  return workersOf(Array.isArray(jobs) ? (jobs as unknown[]).at(-1) : jobs) ?? availableParallelism();
}

/** The files by the number of them that may run at the same time, `workerCount` at most; `ofRun` is what the whole run says. */
export function byWorkers(tests: TestFile[], workerCount: number, ofRun: number | null): [TestFile[], number][] {
  const groups = new Map<number, TestFile[]>();
  for (const test of tests) {
    const own = test.config.fileWorkers ?? ofRun ?? (test.kind === "mocha" ? 1 : workerCount);
    const count = Math.min(own, workerCount);
    const group = groups.get(count);
    if (group === undefined) groups.set(count, [test]);
    else group.push(test);
  }
  return [...groups].map(([count, files]) => [files, count]);
}
