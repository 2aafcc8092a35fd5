const fs = require("node:fs");
const path = require("node:path");
(async () => {
  // Its messages have times in them.
  const log = console.log;
  console.log = console.info = () => {};
  const { build } = await import("@farmfe/core");
  const root = path.join(__dirname, "farm");
  fs.mkdirSync(root, { recursive: true });
  fs.writeFileSync(path.join(root, "index.ts"), "export const a: number = 41 + 1; console.log(a);");
  await build({
    root,
    compilation: {
      input: { index: "./index.ts" },
      output: { path: "dist", targetEnv: "node", entryFilename: "[entryName].js" },
      persistentCache: false,
      minify: false,
      sourcemap: false,
    },
  });
  log(
    fs
      .readdirSync(path.join(root, "dist"))
      .map((n) => n.replace(/[0-9a-f]{4,}/, "#"))
      .sort(),
  );
  process.exit(0);
})().catch((e) => process.stdout.write(`${e.name} ${e.message}\n`));
