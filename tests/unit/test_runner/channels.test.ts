// The diagnostics channels of tests.
import assert from "node:assert";
import { test } from "../harness.ts";
import { tap } from "./run_program.ts";

test("tests publish their start, error and end", () => {
  const { stderr } = tap(`
    import channels from "node:diagnostics_channel";
    const reported = [];
    for (const event of ["start", "end", "error"]) channels.subscribe("tracing:node.test:" + event, (message) => reported.push([event, message.name, message.type, message.nesting].join(" ")));
    test("a", () => {});
    test("b", () => { throw new Error("x"); });
    process.on("exit", () => console.error(reported.join("\\n")));
  `);
  assert.strictEqual(
    stderr,
    "start a test 0\nend a test 0\nstart b test 0\nerror b test 0\nend b test 0\nstart <root> test 0\nend <root> test 0\n",
  );
});

test("a storage bound to the channel holds inside the test", () => {
  const { stderr } = tap(`
    import channels from "node:diagnostics_channel";
    import { AsyncLocalStorage } from "node:async_hooks";
    const storage = new AsyncLocalStorage();
    channels.channel("tracing:node.test:start").bindStore(storage, ({ name }) => name);
    test("a", async () => { await 1; console.error(storage.getStore()); });
  `);
  assert.strictEqual(stderr, "a\n");
});
