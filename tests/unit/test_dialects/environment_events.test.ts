// `handleTestEvent` of environments of Jest. The lines are those of Jest 30.5 for the same environment, without what it says of
// definitions and of the hooks that its runner adds.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const ENVIRONMENT = `const { TestEnvironment } = require("jest-environment-node");
const lines = [];
module.exports = class extends TestEnvironment {
  async handleTestEvent({ name, test, describeBlock, hook, error }, state) {
    await null;
    const shown = [
      test && [test.name, test.parent.name, test.mode, test.errors.map((one) => (Array.isArray(one) ? one[0] : one).message), test.status, typeof test.duration],
      describeBlock && [describeBlock.type, describeBlock.name, describeBlock.parent && describeBlock.parent.name, describeBlock.tests.length, describeBlock.children.length],
      hook && hook.type, error && error.message, state.currentlyRunningTest && state.currentlyRunningTest.name, state.rootDescribeBlock.name.length,
    ];
    lines.push([name, ...shown.map((one) => (one === undefined ? "-" : JSON.stringify(one)))].join(" "));
    if (name === "test_start") this.global.started = test.name;
  }
  async teardown() { require("node:fs").writeFileSync("lines.txt", lines.join("\\n")); await super.teardown(); }
};`;

const EXPECTED = `setup - - - - null 19
run_start - - - - null 19
run_describe_start - ["describeBlock","ROOT_DESCRIBE_BLOCK",null,1,2] - - null 19
hook_start - - "beforeAll" - null 19
hook_success - ["describeBlock","ROOT_DESCRIBE_BLOCK",null,1,2] "beforeAll" - null 19
test_start ["top","ROOT_DESCRIBE_BLOCK",null,[],null,"object"] - - - "top" 19
test_started ["top","ROOT_DESCRIBE_BLOCK",null,[],null,"object"] - - - "top" 19
test_fn_start ["top","ROOT_DESCRIBE_BLOCK",null,[],null,"object"] - - - "top" 19
test_fn_success ["top","ROOT_DESCRIBE_BLOCK",null,[],null,"object"] - - - "top" 19
test_done ["top","ROOT_DESCRIBE_BLOCK",null,[],"done","number"] - - - null 19
run_describe_start - ["describeBlock","s","ROOT_DESCRIBE_BLOCK",3,3] - - null 19
test_start ["fails","s",null,[],null,"object"] - - - "fails" 19
test_started ["fails","s",null,[],null,"object"] - - - "fails" 19
hook_start - - "beforeEach" - "fails" 19
hook_success ["fails","s",null,[],null,"object"] - "beforeEach" - "fails" 19
test_fn_start ["fails","s",null,[],null,"object"] - - - "fails" 19
test_fn_failure ["fails","s",null,["boom"],null,"object"] - - "boom" "fails" 19
test_done ["fails","s",null,["boom"],"done","number"] - - - null 19
test_start ["skipped","s","skip",[],null,"object"] - - - "skipped" 19
test_skip ["skipped","s","skip",[],"skip","object"] - - - null 19
test_start ["todo","s","todo",[],null,"object"] - - - "todo" 19
test_todo ["todo","s","todo",[],"todo","object"] - - - null 19
run_describe_finish - ["describeBlock","s","ROOT_DESCRIBE_BLOCK",3,3] - - null 19
run_describe_finish - ["describeBlock","ROOT_DESCRIBE_BLOCK",null,1,2] - - null 19
run_finish - - - - null 19
teardown - - - - null 19`;

test("an environment of Jest handles the events of tests, which wait for it", () => {
  const { statuses, read, stderr } = runSuite({
    "package.json": '{"jest":{"testEnvironment":"./environment.js"}}',
    "environment.js": ENVIRONMENT,
    "a.test.js": `beforeAll(() => {}); test("top", () => { expect(started).toBe("top"); });
describe("s", () => { beforeEach(() => {}); test("fails", () => { throw new Error("boom"); }); test.skip("skipped", () => {}); test.todo("todo"); });`,
  });
  assert.deepEqual(statuses, { top: "pass", "s > fails": "fail", "s > skipped": "skip", "s > todo": "todo" }, stderr);
  assert.equal(read("lines.txt"), EXPECTED);
});
