const s = require("@swc/core");
(async () => {
  console.log(
    (
      await s.transform("const a: number = 1;export const b=<p>{a}</p>", {
        filename: "a.tsx",
        jsc: { parser: { syntax: "typescript", tsx: true }, target: "es2022" },
      })
    ).code,
  );
  console.log(s.minifySync("function f(abc){return abc+1}", { mangle: true, compress: true }).code);
  console.log((await s.parse("a+b")).body[0].type);
  await s.transform("const =").catch((e) => console.log(e.name, e.code));
})();
