Deno.test("a test", async (context) => {
  await context.step("a step", () => {
    if (1 + 1 !== 2) throw new Error("wrong");
  });
});
