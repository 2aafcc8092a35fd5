// Prints how each function of the tables in `calls/` handles wrong arguments: one line for each function, position and
// value. The difference between two runtimes' output is what is wrong: `node errors.ts fs > a; brio errors.ts fs > b; diff a b`.
import { mkdtempSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { outcomeOf, type Call } from "./outcome.ts";

/** The values that are tried at every position, by what they are called in the output; each call gets its own, because some modify it. */
const VALUES: [string, () => unknown][] = [
  ["undefined", () => undefined],
  ["null", () => null],
  ["{}", () => ({})],
  ["[]", () => []],
  ["Symbol()", () => Symbol("s")],
  ["true", () => true],
  ["-1", () => -1],
  ["1.5", () => 1.5],
  ["NaN", () => NaN],
  ["''", () => ""],
  ["'x'", () => "x"],
  ["function", () => function given() {}],
  ["1n", () => 1n],
  ["date", () => new Date(0)],
];

const out: string[] = [];

/** With `TRACE` set each call is named before it is made, for the one that ends the process. */
function trace(text: string): void {
  if (process.env["TRACE"]) writeSync(2, `${text}\n`);
}

async function tryCall(call: Call, skip: string[]): Promise<void> {
  for (let position = 0; position <= call.args.length; position++) {
    const before = call.args.slice(0, position);
    trace(`${call.name} ${position}`);
    if (!skip.includes("missing")) out.push(`${call.name}(${position} given) ${await outcomeOf(call, before)}`);
    if (position === call.args.length) continue;
    for (const [name, make] of VALUES) {
      if (skip.includes(name) || skip.includes(`${position}:${name}`) || skip.includes(`${position}`)) continue;
      trace(name);
      const args = [...before, make(), ...call.args.slice(position + 1)];
      out.push(`${call.name}(${position}=${name}) ${await outcomeOf(call, args)}`);
    }
  }
}

const folder = mkdtempSync(join(tmpdir(), "surface-"));
process.chdir(folder);
writeFileSync("file.txt", "twelve bytes");
process.env["NODE_NO_WARNINGS"] = "1";
process.removeAllListeners("warning");
try {
  for (const name of process.argv.slice(2)) {
    const { calls } = (await import(`./calls/${name}.ts`)) as {
      calls: () => AsyncGenerator<{ call: Call; skip: string[] }>;
    };
    for await (const { call, skip } of calls()) await tryCall(call, skip);
  }
} catch (error) {
  // Nothing else would show it: errors of earlier calls are always caught.
  writeSync(2, `${(error as Error).stack}\n`);
  process.exit(1);
}
process.stdout.write(`${out.join("\n")}\n`, () => process.exit(0));
