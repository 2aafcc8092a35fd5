// The resource usage of children, as in Bun.
import assert from "node:assert";
import { test } from "../harness.ts";

const BUSY = ["sh", "-c", "i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done"];

test("resourceUsage is available when the child has exited", async () => {
  const child = Bun.spawn(BUSY);
  assert.strictEqual(child.resourceUsage(), undefined);
  await child.exited;
  const usage = child.resourceUsage()!;
  assert.strictEqual(typeof usage.cpuTime.user, "bigint");
  assert.strictEqual(usage.cpuTime.total, usage.cpuTime.user + usage.cpuTime.system);
  assert.ok(usage.cpuTime.total > 1000n && usage.cpuTime.total < 60_000_000n, String(usage.cpuTime.total));
  assert.ok(usage.maxRSS > 100_000 && usage.maxRSS < 2 ** 31, String(usage.maxRSS));
  assert.ok(usage.contextSwitches.voluntary + usage.contextSwitches.involuntary >= 1);
  assert.deepStrictEqual({ ...usage.messages }, { sent: 0, received: 0 });
  assert.deepStrictEqual(Object.keys(usage.ops), ["in", "out"]);
  assert.deepStrictEqual([usage.shmSize, usage.signalCount, usage.swapCount], [0, 0, 0]);
  assert.strictEqual(Object.prototype.toString.call(usage), "[object ResourceUsage]");
});

test("each child has its own, also several at once and one that a signal ended", async () => {
  const [idle, busy] = [Bun.spawn(["true"]), Bun.spawn(BUSY)];
  const killed = Bun.spawn(["sleep", "60"]);
  killed.kill();
  await Promise.all([idle.exited, busy.exited, killed.exited]);
  const total = (child: any) => child.resourceUsage().cpuTime.total;
  assert.ok(total(busy) > total(idle) && total(busy) > total(killed), `${total(busy)} ${total(idle)} ${total(killed)}`);
});

test("spawnSync gives it with the result", () => {
  const { resourceUsage, exitCode } = Bun.spawnSync(BUSY);
  assert.strictEqual(exitCode, 0);
  assert.ok(resourceUsage.cpuTime.total > 1000n);
  assert.ok(resourceUsage.maxRSS > 100_000);
});
