// The events of Deno's global object, as Deno 2.9.6 has them. Run with Deno or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

async function run(code: string): Promise<{ code: number; lines: string[] }> {
  const file = Deno.makeTempFileSync({ suffix: ".mjs" });
  Deno.writeTextFileSync(file, `Deno.pid;\n${code}`);
  const args = Deno.execPath().endsWith("deno") ? ["run", "-A", file] : ["--as", "deno", file];
  const output = await new Deno.Command(Deno.execPath(), { args, env: { NO_COLOR: "1" } }).output();
  Deno.removeSync(file);
  return { code: output.code, lines: new TextDecoder().decode(output.stdout).trim().split("\n") };
}

test("load, beforeunload and unload are dispatched in order", async () => {
  const { code, lines } = await run(
    `for (const name of ["load", "unload", "beforeunload"]) addEventListener(name, (event) => console.log(event.type, event.cancelable)); console.log("main");`,
  );
  assert.deepStrictEqual([code, lines], [0, ["main", "load false", "beforeunload true", "unload false"]]);
});

test("an error of a listener of unload ends the program with 1, before the listeners that follow", async () => {
  const program = `addEventListener("unload", () => { console.log("first"); throw new Error("left open"); });
    addEventListener("unload", () => console.log("second")); console.log("main");`;
  assert.deepStrictEqual(await run(program), { code: 1, lines: ["main", "first"] });
  assert.deepStrictEqual(await run(`${program} Deno.exit(0);`), { code: 1, lines: ["main", "first"] });
});

test("unhandled errors and rejections can be prevented", async () => {
  const { code, lines } = await run(`
    addEventListener("unhandledrejection", (event) => { console.log(event.constructor.name, event.reason, event.promise instanceof Promise); event.preventDefault(); });
    addEventListener("error", (event) => { console.log(event.constructor.name, event.message, event.error.message); event.preventDefault(); });
    Promise.reject(3);
    setTimeout(() => { throw new Error("boom"); }, 10);
    setTimeout(() => { reportError(new TypeError("reported")); console.log("end"); }, 20);`);
  assert.deepStrictEqual(
    [code, lines],
    [
      0,
      [
        "PromiseRejectionEvent 3 true",
        "ErrorEvent Uncaught Error: boom boom",
        "ErrorEvent Uncaught TypeError: reported reported",
        "end",
      ],
    ],
  );
});

test("an unhandled error that is not prevented ends the program", async () => {
  assert.deepStrictEqual(
    await run(
      `addEventListener("error", () => console.log("seen")); setTimeout(() => { throw new Error("boom"); }); setTimeout(() => console.log("never"), 50);`,
    ),
    { code: 1, lines: ["seen"] },
  );
  assert.deepStrictEqual(
    await run(
      `addEventListener("unhandledrejection", () => console.log("seen")); Promise.reject(new Error("x")); setTimeout(() => console.log("never"), 50);`,
    ),
    { code: 1, lines: ["seen"] },
  );
});
