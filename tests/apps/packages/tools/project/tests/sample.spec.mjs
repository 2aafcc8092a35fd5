// Tests for vitest.
import { describe, expect, it, vi } from "vitest";
import { greet } from "../src/greet.js";

describe("vitest", () => {
  it("imports", () => expect(greet("x")).toBe("Hello, x!"));
  it("mocks", () => {
    const called = vi.fn(() => 1);
    expect(called()).toBe(1);
    expect(called).toHaveBeenCalledOnce();
  });
  it("waits", async () => await expect(Promise.resolve(1)).resolves.toBe(1));
  it("fails", () => expect([1, 2]).toEqual([1, 3]));
});
