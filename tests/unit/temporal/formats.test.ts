// Intl.DateTimeFormat formats objects of Temporal in source that is compiled while the program runs. The name of the global is put
// together, so that this file does not mention it: what a file mentions is prepared when it is loaded.
import { strictEqual } from "node:assert";
import { execFileSync } from "node:child_process";
import process from "node:process";
import vm from "node:vm";
import { test } from "../harness.ts";

const name = ["Tempo", "ral"].join("");
const source = `new Intl.DateTimeFormat("en").format(${name}.PlainDate.from("2024-01-02"))`;
const parts = `new Intl.DateTimeFormat("en").formatToParts(${name}.PlainDate.from("2024-01-02"))[0].value`;

test("an own process for each way to compile", () => {
  const run = (code: string): string => execFileSync(process.execPath, ["-e", code], { encoding: "utf8" }).trim();
  const quoted = JSON.stringify(source).replace(name, 'Tempo" + "ral');
  for (const code of [
    `console.log(${source})`,
    `console.log(eval(${quoted}))`,
    `console.log(new Function("return " + ${quoted})())`,
    `console.log(require("vm").runInThisContext(${quoted}))`,
    `console.log(require("vm").compileFunction("return " + ${quoted})())`,
  ])
    strictEqual(run(code), "1/2/2024", code);
});

test("a context of node:vm", () => {
  strictEqual(vm.runInNewContext(source), "1/2/2024");
  strictEqual(vm.runInNewContext(parts), "1");
});

test("functions have the source of native ones", () => {
  const global = (globalThis as any)[name];
  const { get } = Object.getOwnPropertyDescriptor(global.PlainDate.prototype, "year")!;
  for (const value of [global.PlainDate, global.PlainDate.from, get, WebAssembly.compile, WebAssembly.compileStreaming])
    strictEqual(/\{\s*\[native code\]\s*\}$/.test(String(value)), true, String(value));
});
