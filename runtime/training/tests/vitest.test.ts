import { describe, expect, it, vi } from "vitest";

describe("vitest", () => {
  it("compares", async () => {
    expect(vi.fn(() => 1)()).toEqual(1);
    expect(await Promise.resolve("a")).toBe("a");
  });
});
