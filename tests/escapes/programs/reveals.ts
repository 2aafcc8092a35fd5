// What messages, settings, source maps, builds and the shell reveal of what may not be read.
import { escape, type Escape } from "../programs.ts";

const MESSAGES = "messages reveal what may not be read";
const SETTINGS = "settings that the loader reads on behalf of a program";
const MAPS = "source maps are files, too";
const VARIABLES = "CVE-2025-48888 and others: variables by another way";
const BUILDS = "builds read files themselves";
const NAMES = "names are metadata";

const worker = (code: string, options: string): string => `
  const { Worker } = require("node:worker_threads");
  const worker = new Worker(${code}, ${options});
  worker.on("message", say); await new Promise((done) => { worker.on("error", (error) => { say(error.message); done(); }); worker.on("exit", done); })`;

export const reveals: Escape[] = [
  escape(
    "a setting that extends a file",
    SETTINGS,
    "secret",
    `fs.mkdirSync(work + "/ts"); fs.writeFileSync(work + "/ts/tsconfig.json", JSON.stringify({ extends: outside + "/tsconfig.json" }));
    fs.writeFileSync(work + "/ts/a.tsx", "export default <a/>"); try { await import(work + "/ts/a.tsx") } catch (error) { say(error.message) }`,
  ),
  escape(
    "a setting that extends a file by a relative path",
    SETTINGS,
    "secret",
    `fs.mkdirSync(work + "/ts"); fs.writeFileSync(work + "/ts/tsconfig.json", JSON.stringify({ extends: ["../../../outside/tsconfig"] }));
    fs.writeFileSync(work + "/ts/a.tsx", "export default <a/>"); try { await import(work + "/ts/a.tsx") } catch (error) { say(error.message) }`,
    { home: "bun" },
  ),
  escape(
    "a source map that a comment names",
    MAPS,
    "secret",
    `process.setSourceMapsEnabled(true); fs.writeFileSync(work + "/m.cjs", "module.exports = () => { throw new Error(1) }\\n//# sourceMappingURL=../../outside/secret.map");
    try { require(work + "/m.cjs")() } catch (error) { say(error.stack) }
    show(require("node:module").findSourceMap(work + "/m.cjs")?.payload ?? "")`,
  ),
  escape(
    "an error of JSON with comments",
    MESSAGES,
    "secret",
    'for (const name of ["/broken.jsonc", "/broken.toml", "/broken.yaml"]) { try { show(await import(outside + name)) } catch (error) { say(Bun.inspect(error)); for (const one of error.errors ?? [error]) say(one.position?.lineText) } } require(outside + "/broken.cjs")',
    { home: "bun" },
  ),
  escape(
    "an error of a worker",
    MESSAGES,
    "secret",
    `${worker('outside + "/broken.cjs"', "{}")}; setTimeout(() => require(outside + "/broken.cjs"))`,
  ),
  escape(
    "an error of a file of tests",
    MESSAGES,
    "secret",
    'const { run } = require("node:test"); for await (const { data } of run({ files: [outside + "/module.cjs"], isolation: "none" })) show(data ?? "")',
  ),
  escape(
    "an error that Bun.inspect shows",
    MESSAGES,
    "secret",
    'try { (0, eval)("throw new Error(1)\\n//# sourceURL=" + outside + "/module.cjs") } catch (error) { say(Bun.inspect(error)) } require(outside + "/broken.cjs")',
    { home: "bun" },
  ),
  escape("a variable in the shell", VARIABLES, "secret", "say(await Bun.$`echo $ESCAPE_SECRET`.nothrow().text())", {
    home: "bun",
  }),
  escape(
    "variables of a program that the shell starts",
    VARIABLES,
    "secret",
    "say(await Bun.$`env`.env(undefined).nothrow().text())",
    { home: "bun", starts: ["env"] },
  ),
  escape(
    "variables in a build",
    VARIABLES,
    "secret",
    'fs.writeFileSync(work + "/b.js", "console.log(process.env." + secret + ")"); const out = await Bun.build({ entrypoints: [work + "/b.js"], env: "inline" }); say(await out.outputs[0].text())',
    { home: "bun" },
  ),
  escape(
    "variables that a worker shares",
    VARIABLES,
    "secret",
    worker(
      "\"const { parentPort, workerData } = require('node:worker_threads'); parentPort.postMessage(String(process.env[workerData]))\"",
      '{ eval: true, workerData: secret, env: require("node:worker_threads").SHARE_ENV }',
    ),
    { notHeldBy: { node: "variables are not what Node's permission model is about" } },
  ),
  escape(
    "variables in the memory of the process",
    "CVE-2024-34346: files of /proc are doors",
    "secret",
    `const maps = fs.readFileSync("/proc/self/maps", "latin1"); const [, start, end] = /^(\\w+)-(\\w+) .*\\[stack\\]$/m.exec(maps);
    const fd = fs.openSync("/proc/self/mem"); const bytes = Buffer.alloc(Number(BigInt("0x" + end) - BigInt("0x" + start)));
    fs.readSync(fd, bytes, 0, bytes.length, BigInt("0x" + start)); say(/ESCAPE_SECRET=\\w+/.exec(bytes.toString("latin1"))?.[0])`,
  ),
  escape(
    "variables of a thread in /proc",
    "CVE-2024-34346: files of /proc are doors",
    "secret",
    'for (const thread of fs.readdirSync("/proc/thread-self/..")) show(fs.readFileSync("/proc/thread-self/../" + thread + "/environ"))',
  ),
  escape(
    "names by a pattern of the shell",
    NAMES,
    "secret",
    "const at = { raw: outside + '/*' }; say(await Bun.$`echo ${at}`.nothrow().text())",
    { home: "bun" },
  ),
  escape(
    "fs.promises.watch",
    NAMES,
    "secret",
    "// fs.watch(\n    for await (const { filename } of fs.promises.watch(outside)) { say(filename); break; }",
    { notHeldBy: { kernel: "Landlock has no rule for inotify" } },
  ),
  escape(
    "realpathSync.native",
    "CVE-2026-21715: realpath.native was not checked",
    "secret",
    'for (const resolve of [fs.realpathSync.native, fs.realpathSync]) { try { say(resolve(outside + "/secret-link")) } catch (error) { say(error.message) } } say(await fs.promises.readlink(outside + "/secret-link"))',
    { notHeldBy: { kernel: "Landlock has no rule for the target of a link" } },
  ),
  escape(
    "Deno.realPathSync",
    "CVE-2026-21715: realpath.native was not checked",
    "secret",
    'try { say(Deno.realPathSync(outside + "/secret-link")) } catch (error) { say(error.message) } for (const { name } of Deno.readDirSync(outside)) say(name)',
    { home: "deno" },
  ),
  escape(
    "a build of a page",
    BUILDS,
    "secret",
    'fs.writeFileSync(work + "/b.html", "<script src=" + JSON.stringify("../../outside/module.cjs") + "></script>"); const out = await Bun.build({ entrypoints: [work + "/b.html"] }); for (const one of out.outputs) say(await one.text())',
    { home: "bun" },
  ),
  escape(
    "a build with a file as an asset",
    BUILDS,
    "secret",
    'fs.writeFileSync(work + "/b.js", "import at from " + JSON.stringify(secretFile) + " with { type: \'file\' }; console.log(at)"); const out = await Bun.build({ entrypoints: [work + "/b.js"] }); for (const one of out.outputs) say(await one.text())',
    { home: "bun" },
  ),
  escape(
    "a build with a setting",
    BUILDS,
    "secret",
    'fs.writeFileSync(work + "/b.tsx", "export default <a/>"); try { const out = await Bun.build({ entrypoints: [work + "/b.tsx"], tsconfig: outside + "/tsconfig.json", external: ["*"] }); for (const one of out.outputs) say(await one.text()) } catch (error) { say(error.message); for (const one of error.errors ?? []) say(one.message) }',
    { home: "bun" },
  ),
];
