// Tests for mocha: good, bad, slow, skipped and with hooks.
const assert = require("node:assert");
describe("outer", () => {
  let value = 0;
  before(() => { value = 1; });
  beforeEach(() => { value++; });
  it("passes", () => assert.equal(value, 2));
  it("waits", async () => { await new Promise((resolve) => setTimeout(resolve, 2)); });
  it("calls back", (done) => setImmediate(done));
  it("fails", () => assert.deepStrictEqual({ a: 1, b: [1, 2] }, { a: 1, b: [1, 3] }));
  it("takes too long", (done) => void done).timeout(30);
  it.skip("is left out", () => {});
  it("is to come");
  describe("inner", () => {
    it("throws", () => { throw new TypeError("thrown"); });
    let tries = 0;
    it("retries", function () {
      this.retries(2);
      if (++tries < 3) throw new Error("again");
    });
  });
});
