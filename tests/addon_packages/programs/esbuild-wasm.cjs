const esbuild = require("esbuild-wasm");
(async () => {
  const { code } = await esbuild.transform("let answer: number = 6 * 7; export { answer }", {
    loader: "ts",
    minify: true,
  });
  console.log(esbuild.version, code);
  const { errors } = await esbuild.transform("let = ;").catch((error) => error);
  console.log(errors.map(({ text, location }) => [text, location.line, location.column]));
  const result = await esbuild.build({
    stdin: { contents: 'import fs from "node:fs"; console.log(fs.existsSync("/"), <a/>)', loader: "tsx" },
    bundle: true,
    platform: "node",
    write: false,
  });
  console.log(result.outputFiles[0].text);
  await esbuild.stop();
})();
