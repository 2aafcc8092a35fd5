const { rolldown } = require("rolldown");
(async () => {
  const b = await rolldown({
    input: "v",
    plugins: [
      {
        name: "v",
        resolveId(i) {
          return "\0" + i;
        },
        load(i) {
          return i === "\0v" ? "import b from 'w';console.log(b+1)" : "export default 1";
        },
      },
    ],
  });
  console.log((await b.generate({ format: "esm" })).output[0].code);
  await b.close();
})();
