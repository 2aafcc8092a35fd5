// The channels of the console: subscribers get the arguments of a call before they are formatted, and may change them.
import assert from "node:assert";
import diagnostics from "node:diagnostics_channel";
import process from "node:process";
import { test } from "../harness.ts";

test("console.log, info, debug, warn and error publish their arguments", () => {
  for (const name of ["log", "info", "debug", "warn", "error"] as const) {
    const stream: any = name === "warn" || name === "error" ? process.stderr : process.stdout;
    const { write } = stream;
    const written: string[] = [];
    const seen: unknown[][] = [];
    const listener = (args: any): void => {
      seen.push([...args]);
      args[1].added = true;
    };
    diagnostics.subscribe(`console.${name}`, listener);
    stream.write = (text: string) => written.push(text) > 0;
    try {
      console[name]("text", { key: 1 });
      diagnostics.unsubscribe(`console.${name}`, listener);
      console[name]("alone");
    } finally {
      stream.write = write;
    }
    assert.deepStrictEqual(
      seen.map(([text]) => text),
      ["text"],
    );
    assert.deepStrictEqual(written, ["text { key: 1, added: true }\n", "alone\n"]);
  }
});
