// A test function that runs on Brio, Node, Bun and Deno alike, so that a test of behaviour defined elsewhere
// can be checked against the runtime that defines it. Tests run one after the other; the last line has the counts.
import process from "node:process";

type Body = () => void | Promise<void>;
const queue: { name: string; body: Body }[] = [];
let started = false;

/** Registers a test. `body` fails by throwing or rejecting, or by taking longer than `timeoutMs`. */
export function test(name: string, body: Body, timeoutMs = 10_000): void {
  queue.push({ name, body: () => withTimeout(body, timeoutMs) });
  if (!started) {
    started = true;
    setTimeout(runAll, 0);
  }
}

function withTimeout(body: Body, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`took longer than ${timeoutMs} ms`)), timeoutMs);
    Promise.resolve()
      .then(body)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

async function runAll(): Promise<void> {
  let passed = 0;
  let failed = 0;
  for (const { name, body } of queue) {
    try {
      await body();
      passed++;
      console.log(`ok - ${name}`);
    } catch (error) {
      failed++;
      console.log(`not ok - ${name}\n${error instanceof Error ? (error.stack ?? error) : String(error)}`);
    }
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
