// The assertions of Chai in suites of Vitest, compared with Vitest 3.2 and Chai 6.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const HEAD = `import { expect, test } from "vitest";\n`;

test("words of Chai check members, keys, lengths, numbers and changes", () => {
  const { statuses, messages } = runSuite({
    "words.test.ts": `${HEAD}
      test("members", () => { expect([1, 2]).to.have.members([2, 1]); expect([1, 2, 3]).to.include.members([1, 3]); expect([1, 2]).to.not.have.members([1]); expect([{ a: 1 }]).to.have.deep.members([{ a: 1 }]); expect([1, 2]).to.have.ordered.members([1, 2]); });
      test("properties", () => { expect({ a: { b: [1] } }).to.have.nested.property("a.b[0]", 1); expect({ a: { b: 2 } }).to.have.property("a").that.deep.equals({ b: 2 }); expect({ a: 1 }).to.have.own.property("a"); });
      test("keys", () => { expect({ a: 1, b: 2 }).to.have.any.keys("a", "z"); expect({ a: 1, b: 2 }).to.include.all.keys("a"); expect({ a: 1 }).to.have.all.keys("a"); expect({ a: 1, b: 2 }).to.not.have.keys("a"); });
      test("lengths", () => { expect([1, 2, 3]).to.have.lengthOf.above(2); expect("abc").to.have.length(3); expect(new Set([1])).to.have.lengthOf(1); });
      test("numbers", () => { expect(1.5).to.be.closeTo(1, 0.6); expect(3).to.be.within(1, 5); expect(3).to.be.at.least(3).and.below(4); });
      test("changes", () => { const o = { n: 1 }; expect(() => { o.n++; }).to.increase(o, "n"); expect(() => { o.n += 2; }).to.change(o, "n").by(2); });
      test("include", () => { expect({ a: { b: 1 } }).to.deep.include({ a: { b: 1 } }); expect([{ a: 1 }]).to.deep.include({ a: 1 }); expect({ a: 1, b: { c: 2, d: 3 } }).to.containSubset({ b: { c: 2 } }); expect("foobar").to.have.string("bar"); });
      test("throw", () => { expect(() => { throw new TypeError("bad x"); }).to.throw(TypeError, "bad"); expect(() => {}).to.not.throw(); });
      test("objects", () => { class A { m() {} } expect(A).to.respondTo("m"); expect(Object.freeze({})).to.be.frozen; expect(null).to.be.a("null"); });
      test("promises", async () => { await expect(Promise.resolve(1)).resolves.to.equal(1); await expect(Promise.reject(new Error("x"))).rejects.to.be.an("error"); });
      test("asymmetric", () => { expect({ a: 2 }).toEqual({ a: expect.toSatisfy((x) => x > 1) }); });`,
  });
  assert.deepStrictEqual(Object.values(messages), []);
  assert.deepStrictEqual(Object.keys(statuses).length, 11);
});

test("failures of Chai's words say what was expected", () => {
  const { messages } = runSuite({
    "words.test.ts": `${HEAD}
      test("a", () => { expect(1).to.equal(2); });
      test("b", () => { expect({ a: 1 }).to.deep.equal({ a: 2 }); });
      test("c", () => { expect([1]).to.be.empty; });
      test("d", () => { expect(1).to.not.equal(1); });
      test("e", () => { expect([1, 2]).to.include(3); });
      test("f", () => { expect({ a: 1 }).to.have.property("a", 2); });
      test("g", () => { expect({ a: 1 }).to.have.keys("a", "b"); });`,
  });
  assert.deepStrictEqual(messages, {
    a: "expected 1 to equal 2",
    b: `expected { a: 1 } to deeply equal { a: 2 }

- Expected  - 1
+ Received  + 1

  {
-   "a": 2,
+   "a": 1,
  }`,
    c: "expected [ 1 ] to be empty",
    d: "expected 1 to not equal 1",
    e: "expected [ 1, 2 ] to include 3",
    f: "expected { a: 1 } to have property 'a' of 2, but got 1",
    g: "expected { a: 1 } to have keys 'a', and 'b'",
  });
});
