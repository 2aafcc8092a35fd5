// Plugins of Vite in `Bun.build`, as https://vite.dev/guide/api-plugin defines what they add to Rollup's: lists, promises and
// switched off plugins, `enforce`, `apply`, and the hooks of the configuration.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "vite-plugins-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

/** What the bundle of `main.ts` exports by default. */
async function run(files: Record<string, string>, plugins: unknown[], options: object = {}): Promise<unknown> {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(place, name), text);
  const config = { entrypoints: [path.join(place, "main.ts")], plugins, target: "bun", ...options };
  const { outputs } = await Bun.build(config as Bun.BuildConfig);
  const file = path.join(place, "out.mjs");
  fs.writeFileSync(file, await outputs[0]!.text());
  return (await import(file)).default;
}

/** Adds a letter to what `main.ts` exports. */
const adding = (letter: string, more: object = {}) => ({
  name: `adds-${letter}`,
  transform: (code: string, id: string) => (id.endsWith("main.ts") ? code.replace('";', `${letter}";`) : null),
  ...more,
});

test("lists of plugins, promises of them and false are plugins", async () => {
  const plugins = [[adding("a"), [{ name: "marker" }, false, null]], Promise.resolve([adding("b"), undefined])];
  assert.strictEqual(await run({ "main.ts": 'export default "";' }, plugins), "ab");
});

test("enforce orders plugins, and apply leaves out those of the server", async () => {
  const plugins = [
    adding("c", { enforce: "post" }),
    adding("b"),
    adding("a", { enforce: "pre" }),
    adding("x", { apply: "serve" }),
    adding("y", { apply: (_config: object, { command }: { command: string }) => command === "serve" }),
    adding("d", { enforce: "post", apply: "build" }),
  ];
  assert.strictEqual(await run({ "main.ts": 'export default "";' }, plugins), "abcd");
});

test("config sets definitions and aliases, and the next plugin is called with them", async () => {
  const seen: unknown[] = [];
  const plugins = [
    {
      name: "one",
      config: () => ({
        define: { __ONE__: "1", __OBJECT__: { a: 2 } },
        resolve: { alias: { short: path.join(folder, "long.ts"), "@lib": folder } },
      }),
    },
    {
      name: "two",
      config: {
        handler(config: { define: object }, { command, mode }: { command: string; mode: string }) {
          seen.push(config.define, command, mode);
          return { resolve: { alias: [{ find: /^very-(.*)$/, replacement: path.join(folder, "$1.ts") }] } };
        },
      },
    },
  ];
  fs.writeFileSync(path.join(folder, "long.ts"), "export default 'long'");
  const source = `
    import short from "short"; import lib from "@lib/long"; import very from "very-long";
    export default [short, lib, very, __ONE__, __OBJECT__.a];`;
  const result = await run({ "main.ts": source }, plugins, { define: { OWN: "5" }, minify: true });
  assert.deepStrictEqual(result, ["long", "long", "long", 1, 2]);
  assert.deepStrictEqual(seen, [{ OWN: "5", __ONE__: "1", __OBJECT__: { a: 2 } }, "build", "production"]);
});

test("configResolved is called with the complete configuration before the filters of hooks are read", async () => {
  let resolved: any;
  const plugin: any = {
    name: "late",
    configResolved(config: object) {
      resolved = config;
      plugin.transform.filter = { id: /main\.ts$/ };
    },
    transform: { handler: (code: string) => code.replace("old", "new") },
  };
  const files = { "main.ts": 'export { default } from "./other"; "old";', "other.ts": 'export default "old"' };
  assert.strictEqual(await run(files, [plugin]), "old");
  assert.strictEqual(resolved.command, "build");
  assert.strictEqual(resolved.root, process.cwd());
  assert.strictEqual(resolved.isProduction, false);
  assert.strictEqual(resolved.plugins[0], plugin);
});

test("a transform's meta and the environment are visible to other hooks", async () => {
  const plugin = {
    name: "meta",
    configResolved() {},
    transform(this: any, code: string, id: string, { ssr }: { ssr: boolean }) {
      if (!id.endsWith("main.ts")) return null;
      assert.strictEqual(ssr, false);
      return { code, meta: { consumer: this.environment.config.consumer } };
    },
    resolveId: (id: string) => (id === "virtual:meta" ? "\0meta" : null),
    load(this: any, id: string) {
      if (id !== "\0meta") return null;
      const main = [...mains].find((file) => file.endsWith("main.ts"));
      return `export default ${JSON.stringify(this.getModuleInfo(main).meta)}`;
    },
  };
  const mains = new Set<string>();
  const noting = { name: "noting", transform: (_code: string, id: string) => void mains.add(id) };
  assert.deepStrictEqual(await run({ "main.ts": 'export { default } from "virtual:meta";' }, [noting, plugin]), {
    consumer: "server",
  });
});

test("a plugin leaves an environment, or has others for it", async () => {
  const plugins = [
    adding("x", { applyToEnvironment: () => false }),
    { name: "others", applyToEnvironment: () => [adding("a"), adding("b")] },
    adding("c", { applyToEnvironment: ({ name }: { name: string }) => name === "ssr" }),
  ];
  assert.strictEqual(await run({ "main.ts": 'export default "";' }, plugins), "abc");
});

test("a plugin without hooks is an error", async () => {
  await assert.rejects(
    Bun.build({ entrypoints: ["x.ts"], plugins: [{ name: "x" }] as never }),
    /^TypeError: Expected plugin to have a setup\(\) function$/,
  );
});

test("files that a plugin compiles have import.meta.glob, patterns of imports and workers", async () => {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  const files = {
    "main.ts": 'import app from "./App.vue"; export default app;',
    "App.vue": `<script>
const pages = import.meta.glob("./page*.ts", { eager: true, import: "default" });
const worker = () => new Worker(new URL("./worker.ts", import.meta.url));
const load = (name: string) => import(\`./page\${name}.ts\`);
export default { pages, worker, load };
</script>`,
    "pageA.ts": "export default 1 as number;",
    "pageB.ts": "export default 2 as number;",
    "worker.ts": "postMessage(3 as number);",
  };
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(place, name), text);
  const compiler = {
    name: "vue",
    transform: (code: string, id: string) =>
      id.endsWith(".vue") ? { code: code.replace(/<\/?script>/g, ""), moduleType: "ts" } : null,
  };
  const out = path.join(place, "out");
  const { success, outputs } = await Bun.build({
    entrypoints: [path.join(place, "main.ts")],
    outdir: out,
    target: "bun",
    plugins: [compiler as unknown as Bun.BunPlugin],
  });
  assert.ok(success);
  for (const name of Object.keys(files)) fs.rmSync(path.join(place, name));
  const entry = outputs.find((output) => output.kind === "entry-point" && output.path.includes("main"))!;
  const { default: app } = await import(entry.path);
  assert.deepStrictEqual(app.pages, { "./pageA.ts": 1, "./pageB.ts": 2 });
  assert.strictEqual((await app.load("B")).default, 2);
  const worker = app.worker();
  const message = new Promise((resolve) => (worker.onmessage = (event: MessageEvent) => resolve(event.data)));
  assert.strictEqual(await message, 3);
  worker.terminate();
});
