describe("globals", () => {
  it("compares", () => {
    expect({ a: [1, 2] }).toStrictEqual({ a: [1, 2] });
    expect(jest.fn(() => 1)()).toBe(1);
  });
});
