// `brio test --watch`: runs what a change reaches. https://vitest.dev/guide/features#watch-mode
import { importsOf } from "internal:test_runner/command/changes";
import type { Session } from "internal:test_runner/command/main";
import { stderr, stdout } from "internal:test_runner/command/output";
import { UsageError } from "internal:test_runner/command/options";
import { setTimeout } from "internal:core/timers";
import defer * as fs from "internal:node/fs";
import defer * as path from "internal:core/path";

const SETTLE_MS = 100;

/** Runs the files, and again those that a change reaches; never ends by itself. */
export async function watch(session: Session): Promise<number> {
  let wake: (() => void) | undefined;
  const changed = new Set<string>();
  fs.default.watch(session.folder, { recursive: true }, (_event: string, name: string | null) => {
    if (name === null || /(?:^|\/)(?:node_modules|\.git|__snapshots__)(?:\/|$)/.test(name)) return;
    changed.add(path.default.resolve(session.folder, name));
    wake?.();
  });
  const wait = (): void => stdout.write("\nwaiting for changes…\n");
  await session.runOnce().catch(reportUsage);
  wait();
  for (;;) {
    if (changed.size === 0) await new Promise<void>((resolve) => (wake = resolve));
    await new Promise<void>((resolve) => void setTimeout(resolve, SETTLE_MS));
    const files = [...changed];
    changed.clear();
    try {
      const affected = session.select().filter(({ file }) => dependsOn(file, files));
      // A change that concerns no test, such as that of a file with this output, is not mentioned.
      if (affected.length === 0) continue;
      await session.run(affected);
    } catch (error) {
      reportUsage(error);
    }
    wait();
  }
}

function reportUsage(error: unknown): void {
  if (!(error instanceof UsageError)) throw error;
  stderr.write(`brio test: ${error.message}\n`);
}

function dependsOn(file: string, changed: string[]): boolean {
  const seen = new Set<string>();
  const open = [file];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (changed.includes(at)) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    open.push(...importsOf(at));
  }
  return false;
}
