// `expect` of `bun:test`, Jest and Vitest. The verdicts are those of Bun 1.4, Jest 30 and Vitest 3.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

/** Runs one statement per test; those in `failing` have to fail. */
function check(dialect: "bun:test" | "vitest" | "@jest/globals", passing: string[], failing: string[]): void {
  const body = (statement: string, index: number): string => `test("${index}", async () => { ${statement} });`;
  const source = `import { test, expect${dialect === "bun:test" ? ", mock" : dialect === "vitest" ? ", vi" : ", jest"} } from "${dialect}";\n${[...passing, ...failing].map(body).join("\n")}`;
  const { statuses } = runSuite({ "a.test.ts": source });
  passing.forEach((statement, index) => assert.strictEqual(statuses[index], "pass", statement));
  failing.forEach((statement, index) => assert.strictEqual(statuses[passing.length + index], "fail", statement));
}

test("equality: toBe, toEqual, toStrictEqual, toMatchObject", () => {
  check(
    "@jest/globals",
    [
      "expect({ a: undefined }).toEqual({})",
      "expect(new (class A { a = 1 })()).toEqual({ a: 1 })",
      "expect([, 1]).toEqual([undefined, 1])",
      "expect(new Set([{ a: 1 }])).toEqual(new Set([{ a: 1 }]))",
      "expect(new Map([[{ k: 1 }, 1]])).toEqual(new Map([[{ k: 1 }, 1]]))",
      "expect({ a: { b: 1, c: 2 } }).toMatchObject({ a: { b: 1 } })",
      "const a = {}; a.self = a; const b = {}; b.self = b; expect(a).toEqual(b)",
      "expect({ a: 1, b: 'x' }).toEqual({ a: expect.any(Number), b: expect.stringContaining('x') })",
      "expect([3, 1]).toEqual(expect.arrayContaining([1]))",
      "expect(NaN).toEqual(NaN)",
    ],
    [
      "expect({ a: undefined }).toStrictEqual({})",
      "expect(new (class A { a = 1 })()).toStrictEqual({ a: 1 })",
      "expect([, 1]).toStrictEqual([undefined, 1])",
      "expect(0).toEqual(-0)",
      "expect({ a: 1 }).toBe({ a: 1 })",
      "expect([{ a: 1 }, { b: 1 }]).toMatchObject([{ a: 1 }])",
      "expect({ a: 1 }).toEqual(expect.not.objectContaining({ a: 1 }))",
      "expect(new Error('a')).toEqual(new Error('b'))",
    ],
  );
});

test("promises, errors and counted assertions", () => {
  check(
    "bun:test",
    [
      "await expect(Promise.resolve(1)).resolves.toBe(1)",
      "await expect(Promise.reject(new Error('x'))).rejects.toThrow('x')",
      "expect(() => { throw new TypeError('bad'); }).toThrow(TypeError)",
      "expect(() => { throw new Error('bad'); }).toThrow(/^b/)",
      "expect(() => {}).not.toThrow()",
      "expect.assertions(1); expect(1).toBe(1)",
      "expect.hasAssertions(); expect(1).toBe(1)",
    ],
    [
      "await expect(Promise.resolve(1)).rejects.toBe(1)",
      "expect(() => { throw new Error('bad'); }).toThrow('good')",
      "expect.assertions(2); expect(1).toBe(1)",
      "expect.hasAssertions()",
      "expect(() => {}).toThrow()",
    ],
  );
});

test("the matchers that Bun and Vitest have beyond Jest's", () => {
  check(
    "bun:test",
    [
      "expect([]).toBeArray(); expect([1]).toBeArrayOfSize(1); expect(true).toBeTrue(); expect(null).toBeNil()",
      "expect(2).toBeEven(); expect(3).toBeOdd(); expect(3).toBeWithin(1, 4); expect(1.5).toBeFinite(); expect(-1).toBeNegative()",
      "expect('abc').toStartWith('a'); expect('abc').toEndWith('c'); expect('aa').toIncludeRepeated('a', 2)",
      "expect({ a: 1, b: 2 }).toContainKeys(['a', 'b']); expect({ a: 1 }).toContainValue(1); expect({}).toBeEmptyObject()",
      "expect(4).toSatisfy((value) => value > 3); expect(1).toBeOneOf([1, 2]); expect('').toBeEmpty()",
      "const fn = mock((a) => a); fn(1); expect(fn).toHaveBeenCalledWith(1); expect(fn).toHaveReturnedWith(1); expect(fn).toHaveBeenCalledTimes(1)",
    ],
    ["expect(3).toBeWithin(1, 3)", "expect({ a: 1 }).toContainAllKeys(['a', 'b'])", "expect(1).toBeOneOf([2])"],
  );
  check(
    "vitest",
    ["expect(1).to.equal(1)", "let n = 0; await expect.poll(() => ++n).toBe(3)"],
    ["expect.soft(1).toBe(2)"],
  );
});

test("expect.extend adds matchers, also asymmetric ones", () => {
  const { statuses, messages } = runSuite({
    "a.test.ts": `import { test, expect } from "@jest/globals";
      expect.extend({ toBeTwice(received, half) { return { pass: received === half * 2, message: () => "expected twice " + half + (this.isNot ? " not" : "") }; } });
      test("passes", () => { expect(4).toBeTwice(2); expect({ a: 4 }).toEqual({ a: expect.toBeTwice(2) }); expect(5).not.toBeTwice(2); });
      test("fails", () => expect(5).toBeTwice(2));
      test("fails with not", () => expect(4).not.toBeTwice(2));`,
  });
  assert.deepStrictEqual(statuses, { passes: "pass", fails: "fail", "fails with not": "fail" });
  assert.strictEqual(messages.fails, "expected twice 2");
  assert.strictEqual(messages["fails with not"], "expected twice 2 not");
});

test("a failure shows the difference line by line; a long one is cut quickly", () => {
  const { messages, stdout } = runSuite({
    "a.test.ts": `import { test, expect } from "@jest/globals";
      test("short", () => expect({ a: 1, b: [1, 2] }).toEqual({ a: 1, b: [1, 3] }));
      const list = (seed) => { const all = Array.from({ length: 30_000 }, (_v, i) => ({ id: i * seed, text: "some text " + i * seed })); all.push(all); return all; };
      test("long", () => expect(list(1)).toEqual(list(2)));`,
  });
  assert.match(
    messages.short!,
    /- Expected {2}- 1\n\+ Received {2}\+ 1\n\n {2}Object \{\n {4}"a": 1,\n {4}"b": Array \[\n {6}1,\n- {5}3,\n\+ {5}2,/,
  );
  assert.ok(messages.long!.length < 100_000, `${messages.long!.length} characters`);
  assert.ok(JSON.parse(stdout).totals.durationMs < 30_000);
});

test("of long strings the part around the first difference is shown, and many changed lines are aligned", () => {
  const { messages } = runSuite({
    "a.test.ts": `import { test, expect } from "vitest";
      const long = (end) => "x".repeat(500_000) + end + "y".repeat(500_000);
      test("one line", () => expect(long("a")).toBe(long("b")));
      test("in lines", () => expect("first\\n" + long("a")).toBe("first\\n" + long("b")));
      const lines = (step) => Array.from({ length: 20_000 }, (_v, i) => "line " + (i % step === 0 ? "changed" : i)).join("\\n");
      test("many lines", () => expect(lines(1e6)).toBe(lines(7)));`,
  });
  assert.match(messages["one line"]!, /Expected: "…x{10,}by{10,}… \(from character \d+ of 1000001 characters\)"/);
  assert.match(messages["one line"]!, /Received: "…x{10,}ay{10,}… /);
  assert.match(messages["in lines"]!, /\n- …x{10,}by{10,}… .*\n\+ …x{10,}ay{10,}… /);
  // Every seventh of 20,000 lines, of which the first is the same.
  assert.match(messages["many lines"]!, /- Expected {2}- 2857\n\+ Received {2}\+ 2857\n/);
  assert.ok(messages["many lines"]!.length < 100_000);
});

test("long arrays are compared in a time that is proportional to their length", () => {
  const { statuses } = runSuite({
    "a.test.ts": `import { expect, test } from "bun:test";
      test("equal", () => { const array = Array.from({ length: 1_000_000 }, (_, index) => index); expect(array).toEqual(array.slice()); }, 2000);
      test("holes and members", () => {
        expect([, 1]).toEqual([undefined, 1]);
        expect([, 1]).not.toStrictEqual([undefined, 1]);
        expect([, 1]).toStrictEqual([, 1]);
        expect([0]).not.toEqual([-0]);
        expect([NaN, { a: undefined }]).toEqual([NaN, {}]);
      });`,
    "b.test.js": `test("members of arrays", () => { expect(Object.assign([1], { a: 1 })).not.toEqual([1]); });`,
  });
  assert.deepStrictEqual(statuses, { equal: "pass", "holes and members": "pass", "members of arrays": "pass" });
});

test("expect.extend adds enumerable members, those that are inherited only in Bun", () => {
  const body = `const pass = () => ({ pass: true, message: () => "" });
    const has = (...names) => names.map((name) => typeof expect(1)[name] === "function");
    test("hidden", () => { expect.extend(Object.defineProperty({ toA: pass }, "__esModule", { value: true })); expect(has("toA", "__esModule")).toEqual([true, false]); });
    test("inherited", () => { expect.extend(Object.create({ toB: pass })); expect(has("toB")).toEqual([INHERITED]); });
    test("instance", () => { class Base { toC() {} toD = pass; } expect.extend(new Base()); expect(has("toC", "toD")).toEqual([false, true]); });
    test("function", () => { expect.extend(Object.assign(() => {}, { toE: pass })); expect(has("toE")).toEqual([true]); });
    test("wrong", () => { let error; try { expect.extend({ other: true, toF: pass }); } catch (thrown) { error = thrown; } expect(error === undefined).toBe(ACCEPTS); });`;
  const { statuses } = runSuite({
    "bun.test.mjs": `import { test, expect } from "bun:test"; ${body.replace("INHERITED", "true").replace("ACCEPTS", "false")}`,
    "jest.test.mjs": `import { test, expect } from "@jest/globals"; ${body.replace("INHERITED", "false").replace("ACCEPTS", "false").replaceAll('test("', 'test("jest ')}`,
    "vitest.test.mjs": `import { test, expect } from "vitest"; ${body.replace("INHERITED", "false").replace("ACCEPTS", "true").replaceAll('test("', 'test("vitest ')}`,
  });
  assert.deepStrictEqual([...new Set(Object.values(statuses))], ["pass"], JSON.stringify(statuses));
  assert.strictEqual(Object.keys(statuses).length, 15);
});

test("assertions of primitives need no globals that a program removes", () => {
  const body = `for (const name of ["Date", "Set", "Map", "WeakMap", "Promise"]) {
      const real = globalThis[name];
      test("RUNNER " + name, () => { delete globalThis[name]; let error; try { expect(true).toEqual(true); } catch (thrown) { error = thrown; } globalThis[name] = real; if (error) throw error; });
    }`;
  const { statuses, messages } = runSuite({
    "jest.test.mjs": `import { test, expect } from "@jest/globals"; ${body.replace("RUNNER", "jest")}`,
    "vitest.test.mjs": `import { test, expect } from "vitest"; ${body.replace("RUNNER", "vitest")}`,
  });
  assert.deepStrictEqual(messages, {});
  assert.strictEqual(Object.values(statuses).filter((status) => status === "pass").length, 10);
});
