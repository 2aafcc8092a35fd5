// Files of Vitest load Chai only where they can use it; its words and exports are there all the same.
import { deepStrictEqual } from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const CHAI = `
globalThis.chaiLoads = (globalThis.chaiLoads ?? 0) + 1;
export class Assertion { constructor(value) { this.value = value; } }
export const assert = { equal(one, other) { if (one !== other) throw new Error("not equal"); } };
export const should = () => "should";
export const use = (plugin) => plugin({ Assertion });
`;

const FILES = {
  "package.json": `{ "type": "module" }`,
  "node_modules/chai/package.json": `{ "name": "chai", "type": "module", "exports": "./index.js" }`,
  "node_modules/chai/index.js": CHAI,
  "plain.test.js": `
    import { expect, test, vi } from "vitest";
    test("plain", () => { expect(globalThis.chaiLoads).toBeUndefined(); });
    test("words", () => {
      expect([1, 2]).to.include.members([2]);
      expect("a").to.not.be.empty;
      expect({ a: 1 }).to.deep.equal({ a: 1 });
      expect("to" in expect(1)).toBe(true);
      expect(() => expect(1).to.equal(2)).toThrow();
    });
    test("signals", ({ signal }) => { expect(signal).toBeInstanceOf(AbortSignal); expect(signal.aborted).toBe(false); });
  `,
  "exports.test.js": `
    import { assert, chai, expect, should, test } from "vitest";
    test("exports of Chai", () => {
      assert.equal(1, 1);
      expect(should()).toBe("should");
      expect(typeof chai.use).toBe("function");
    });
  `,
  "helper.js": `export * from "vitest";`,
  "again.test.js": `
    import { expect, test } from "vitest";
    import * as helper from "./helper.js";
    test("exports through a module", () => {
      helper.assert.equal(1, 1);
      expect(helper.expect).toBe(expect);
    });
  `,
  "matcher.test.js": `
    import { expect, test } from "vitest";
    expect.extend({ empty: () => ({ pass: false, message: () => "own" }) });
    test("a matcher with the name of a word", () => {
      expect(2).to.be.above(1);
      expect(() => expect(1).empty()).toThrow("own");
    });
  `,
};

test("files of Vitest have Chai's words and exports, and load Chai only for these", () => {
  const { statuses, messages, errors } = runSuite(FILES);
  const failed = Object.keys(statuses).filter((name) => statuses[name] !== "pass");
  deepStrictEqual(
    { failed: failed.map((name) => [name, messages[name]]), errors, count: Object.keys(statuses).length },
    { failed: [], errors: [], count: 6 },
  );
});

// The folders as pnpm makes them: a package sees only its own dependencies.
const ISOLATED = {
  "node_modules/.pnpm/chai@6.0.0/node_modules/chai/package.json": `{ "name": "chai", "type": "module", "exports": "./index.js" }`,
  "node_modules/.pnpm/chai@6.0.0/node_modules/chai/index.js": CHAI,
  "node_modules/.pnpm/vitest@4.0.0/node_modules/vitest/package.json": `{ "name": "vitest" }`,
  "node_modules/.pnpm/@vitest+expect@4.0.0/node_modules/@vitest/expect/package.json": `{ "name": "@vitest/expect" }`,
};
const STORE = "node_modules/.pnpm";
const TO_CHAI = `../../chai@6.0.0/node_modules/chai`;

test("Chai is found beside Vitest, or its package of assertions, where packages are isolated", () => {
  const links: [name: string, target: string][][] = [
    [["vitest@4.0.0/node_modules/chai", TO_CHAI]],
    [
      ["vitest@4.0.0/node_modules/@vitest/expect", "../../../@vitest+expect@4.0.0/node_modules/@vitest/expect"],
      ["@vitest+expect@4.0.0/node_modules/chai", TO_CHAI],
    ],
  ];
  for (const list of links) {
    const found = runSuite(
      {
        ...ISOLATED,
        "package.json": `{ "type": "module", "scripts": { "test": "vitest run --globals" } }`,
        "exports.test.js": FILES["exports.test.js"],
        "globals.test.js": `test("global", () => { assert.equal(1, 1); expect(() => assert.equal(1, 2)).toThrow("not equal"); });`,
      },
      [],
      {},
      [
        ["node_modules/vitest", ".pnpm/vitest@4.0.0/node_modules/vitest"],
        ...list.map(([name, target]): [string, string] => [`${STORE}/${name}`, target]),
      ],
    );
    deepStrictEqual([found.statuses, found.messages], [{ "exports of Chai": "pass", global: "pass" }, {}]);
  }
});
