// Matchers that a project makes of the snapshot matchers, and what those for images and files of their own count with. The stored
// texts are those that Jest 30 and Vitest 4 write for the same calls.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const MATCHERS = `{
    toMatchStart(received, length) { return toMatchSnapshot.call(this, received.slice(0, length), "start"); },
    toMatchInlineStart(received, ...rest) { return toMatchInlineSnapshot.call(this, received.slice(0, 2), ...rest); },
    toThrowStored(received) { return toThrowErrorMatchingSnapshot.call(this, received); },
  }`;
const CALLS = `expect("abcdef").toMatchStart(3); expect("xyz").toMatchInlineStart('"xy"');`;

test("Jest: the matchers of jest-snapshot make others, by require and by import", () => {
  const names = "toMatchSnapshot, toMatchInlineSnapshot, toThrowErrorMatchingSnapshot";
  const body = `expect.extend(${MATCHERS});
    test("t", () => { ${CALLS} expect(() => { throw new Error("bad"); }).toThrowStored(); });`;
  const heads = [`const { ${names} } = require("jest-snapshot");`, `import { ${names} } from "jest-snapshot";`];
  for (const head of heads) {
    const run = runSuite({
      "package.json": `{ "jest": {} }`,
      // It belongs to Jest's run, of which the file is none here.
      "node_modules/jest-snapshot/index.js": `throw new Error("is loaded");`,
      "a.test.js": `${head}\n${body}`,
    });
    assert.deepEqual([run.statuses, run.messages, run.errors], [{ t: "pass" }, {}, []]);
    const stored = run.read("__snapshots__/a.test.js.snap").split("\n").slice(2).join("\n");
    // The inline one is the first.
    assert.equal(stored, 'exports[`t 2`] = `"bad"`;\n\nexports[`t: start 1`] = `"abc"`;\n');
  }
});

test("Jest: other members of jest-snapshot, and matchers with a state of a program, are the package's", () => {
  const { statuses, messages, errors } = runSuite({
    "package.json": `{ "jest": {} }`,
    "node_modules/jest-snapshot/index.js": `exports.addSerializer = () => "of the package"; exports.SnapshotState = class { path = "own"; };
      exports.toMatchSnapshot = function (received) { return { pass: this.snapshotState.path === received, message: () => "other" }; };`,
    "a.test.js": `const { SnapshotState, toMatchSnapshot, addSerializer } = require("jest-snapshot");
      expect.extend({ toMatchOwn(received) { return toMatchSnapshot.call({ ...this, snapshotState: new SnapshotState() }, received); } });
      test("own state", () => { expect("own").toMatchOwn(); expect(() => expect("else").toMatchOwn()).toThrow("other"); expect(addSerializer()).toBe("of the package"); });`,
  });
  assert.deepEqual([statuses, messages, errors], [{ "own state": "pass" }, {}, []]);
});

test("Vitest: Snapshots has the matchers", () => {
  const run = runSuite({
    "a.test.ts": `import { expect, Snapshots, test } from "vitest";
      const { toMatchSnapshot, toMatchInlineSnapshot, toThrowErrorMatchingSnapshot } = Snapshots as any;
      expect.extend(${MATCHERS.replaceAll("(received,", "(received: any,").replace("...rest)", "...rest: any[])")} as any);
      test("t", () => { ${CALLS.replaceAll("expect(", "(expect as any)(")} });`,
  });
  assert.deepEqual([run.statuses, run.messages, run.errors], [{ t: "pass" }, {}, []]);
  assert.match(run.read("__snapshots__/a.test.ts.snap"), /exports\[`t > start 1`\] = `"abc"`;/);
});

test("this.snapshotState counts snapshots that a matcher stores itself", () => {
  const matcher = `expect.extend({ toMatchImage(received) {
      const { snapshotState: state, currentTestName: name } = this;
      state._counters.set(name, (state._counters.get(name) ?? 0) + 1);
      if (state._updateSnapshot === "none") return { pass: false, message: () => "not written" };
      Object.assign(state, received === 1 ? { added: state.added + 1 } : { unmatched: state.unmatched + 1 });
      return { pass: state._counters.get(name) === received, message: () => "other" };
    } });
    test("t", () => { expect(1).toMatchImage(); expect(2).toMatchImage(); expect(expect.getState().snapshotState.added).toBe(1); });`;
  for (const head of [`const { expect, test } = require("@jest/globals");`, `import { expect, test } from "vitest";`]) {
    const files = { "a.test.js": `${head}\n${matcher}` };
    const run = runSuite(files);
    assert.deepEqual([run.statuses, run.messages], [{ t: "pass" }, {}]);
    const { added, unmatched } = JSON.parse(run.stdout).totals.snapshots;
    assert.deepEqual([added, unmatched], [1, 1]);
    assert.deepEqual(runSuite(files, ["--ci"]).messages, { t: "not written" });
  }
});
