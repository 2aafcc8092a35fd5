// Flags about permissions that mean nothing, or not together, and programs that ask without end.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { test } from "../harness.ts";

const folder = realpathSync(mkdtempSync("/tmp/permissions-wrong-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

function run(flags: string[], code = 'console.log("ran")'): { status: number | null; stdout: string; stderr: string } {
  writeFileSync(`${folder}/program.mjs`, code);
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, `${folder}/program.mjs`], {
    encoding: "utf8",
    timeout: 30_000,
    cwd: folder,
  });
  return { status, stdout, stderr };
}

test("names of variables are not empty, and have no equals sign", () => {
  // The messages are those of Deno 2.9.6.
  const cases = [
    ["--allow-env==x", "invalid env var name: '=x'"],
    ["--deny-env=A,B=C", "invalid env var name: 'B=C'"],
    ["--allow-env=a,,b", "Empty env not allowed"],
    ["--deny-env=a,", "Empty env not allowed"],
  ];
  for (const [flag, message] of cases) {
    const { status, stdout, stderr } = run(["--as", "deno", "--no-prompt", flag!]);
    assert.deepStrictEqual([status, stdout, stderr], [9, "", `brio: ${message}\n`]);
  }
  assert.strictEqual(run(["--as", "deno", "--no-prompt", "--allow-env=A,B"]).stdout, "ran\n");
});

test("Node's permission model and a policy do not go together", () => {
  writeFileSync(`${folder}/policy.toml`, 'read = ["$PROJECT"]\n');
  for (const flag of ["--permission", "--permission-audit"]) {
    const { status, stdout, stderr } = run(["--sandbox", `${folder}/policy.toml`, flag]);
    assert.deepStrictEqual([status, stdout], [1, ""]);
    assert.match(stderr, new RegExp(`'${flag}' cannot be combined with a policy \\(--sandbox\\)`));
  }
});

test("requests without a terminal are denied, also without end, and cost the same each", () => {
  const { stdout } = run(
    ["--as", "deno", "--secure"],
    `const cost = (from) => {
       const start = process.cpuUsage().user;
       for (let i = from; i < from + 250; i++) {
         const { state } = Deno.permissions.requestSync({ name: "env", variable: "V" + i });
         if (state !== "denied") throw new Error(state);
       }
       return process.cpuUsage().user - start;
     };
     cost(0);
     const first = cost(1000), statuses = [2000, 3000, 4000, 5000, 6000].map(cost);
     console.log(statuses.at(-1) < first * 4 + 100_000);`,
  );
  assert.strictEqual(stdout, "true\n");
});

test("a status without listeners shows what operations changed, and one with a listener is told", () => {
  const { stdout } = run(
    ["--as", "deno", "--no-prompt", "--allow-env"],
    `const [a, b, c] = ["A", "B", "C"].map((variable) => Deno.permissions.querySync({ name: "env", variable }));
     a.onchange = () => console.log("a changed", a.state);
     b.addEventListener("change", () => console.log("b changed", b.state));
     Deno.permissions.revokeSync({ name: "env" });
     console.log(a.state, b.state, c.state);`,
  );
  assert.strictEqual(stdout, "a changed prompt\nb changed prompt\nprompt prompt prompt\n");
});
