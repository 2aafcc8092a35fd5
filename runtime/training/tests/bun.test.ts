// Files that `brio test` runs, each in another dialect.
import { afterEach, beforeAll, beforeEach, describe, expect, jest, mock, spyOn, test } from "bun:test";

const table = { add: (one: number, other: number): number => one + other };

describe("a group", () => {
  let value = 0;
  beforeAll(() => void (value = 1));
  beforeEach(() => void value++);
  afterEach(() => mock.restore());
  test("matchers", () => {
    expect(value).toBeGreaterThan(1);
    expect({ a: 1, b: [1, { c: "d" }] }).toEqual({ a: 1, b: [1, { c: "d" }] });
    expect({ a: 1, b: 2 }).toMatchObject({ a: expect.any(Number) });
    expect([1, 2, 3]).toContain(2);
    expect("text").toMatch(/ex/);
    expect(() => {
      throw new TypeError("wrong");
    }).toThrow("wrong");
    expect(null).toBeNull();
    expect(undefined).not.toBeDefined();
    expect([1, 2]).toHaveLength(2);
    expect({ a: { b: 1 } }).toHaveProperty("a.b", 1);
    expect(0.1 + 0.2).toBeCloseTo(0.3);
    expect(true).toBeTruthy();
  });
  test("promises", async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    await expect(Promise.resolve(1)).resolves.toBe(1);
    await expect(Promise.reject(new Error("no"))).rejects.toThrow("no");
  });
  test("mocks", () => {
    const spy = spyOn(table, "add");
    expect(table.add(1, 2)).toBe(3);
    expect(spy).toHaveBeenCalledWith(1, 2);
    const called = mock(() => 1);
    called();
    expect(called).toHaveBeenCalledTimes(1);
    jest.fn();
  });
  test.each([[1, 2], [2, 3]])("a table: %i", (one, other) => expect(one + 1).toBe(other));
  test.skip("skipped", () => expect(1).toBe(2));
  test.todo("to do");
});
