const { rollup } = require("rollup");
(async () => {
  const b = await rollup({
    input: "v",
    plugins: [
      { resolveId: (i) => i, load: (i) => (i === "v" ? "import b from 'w';export default b+1" : "export default 1") },
    ],
  });
  console.log((await b.generate({ format: "es" })).output[0].code);
  await rollup({ input: "v", plugins: [{ resolveId: (i) => i, load: () => "x(" }] }).catch((e) =>
    console.log(e.code, e.message),
  );
})();
