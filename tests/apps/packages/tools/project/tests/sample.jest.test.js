// Tests for jest: matchers, mocks, timers, snapshots in the text, modules that are mocked.
const shapes = require("../src/shapes.cjs");

jest.mock("node:os", () => ({ hostname: () => "mocked" }));

describe("jest", () => {
  beforeAll(() => jest.useFakeTimers());
  test("matchers", () => {
    expect(shapes.area(2, 3)).toBe(6);
    expect({ a: [1, { b: 2 }] }).toEqual({ a: [1, expect.objectContaining({ b: 2 })] });
    expect(() => { throw new TypeError("x"); }).toThrow(TypeError);
    expect(new Map([[1, 2]])).toStrictEqual(new Map([[1, 2]]));
    expect({ a: 1 }).toMatchInlineSnapshot(`
{
  "a": 1,
}
`);
  });
  test("mocks", () => {
    const called = jest.fn((x) => x * 2).mockReturnValueOnce(7);
    expect([called(1), called(2)]).toEqual([7, 4]);
    expect(called).toHaveBeenNthCalledWith(2, 2);
    jest.spyOn(shapes, "area").mockImplementation(() => 0);
    expect(shapes.area(2, 3)).toBe(0);
    expect(require("node:os").hostname()).toBe("mocked");
  });
  test("timers", () => {
    const called = jest.fn();
    setTimeout(called, 1000);
    jest.advanceTimersByTime(1000);
    expect(called).toHaveBeenCalledTimes(1);
  });
  test.each([[1, 2, 3], [2, 2, 4]])("%i + %i", (a, b, sum) => expect(a + b).toBe(sum));
  test("fails", () => expect({ a: 1 }).toEqual({ a: 2 }));
});
