// HTML files that a bundled server imports, as Bun 1.4.5 has them. Run with Bun or Brio.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bundled-pages-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

const PAGE =
  '<!doctype html><html><head><title>T</title><link rel="stylesheet" href="./style.css">' +
  '<script type="module" src="./main.ts"></script></head><body><img src="./logo.svg"></body></html>';

const FILES = {
  "server.ts": `
    import page from "./index.html";
    import other from "./other/index.html";
    const server = Bun.serve({
      port: 0,
      routes: { "/": page, "/a/b": { GET: other }, "/api": () => new Response("api") },
      fetch: () => new Response("else"),
    });
    const get = async (address, method = "GET") => {
      const response = await fetch(new URL(address, server.url), { method });
      return [response.status, response.headers.get("content-type"), response.headers.get("etag"), await response.text()];
    };
    const seen = { manifest: page, addresses: {} };
    for (const address of ["/", "/a/b"]) {
      seen[address] = await get(address);
      for (const [, found] of seen[address][3].matchAll(/(?:src|href)="([^"]+)"/g)) seen.addresses[found] = await get(found);
    }
    const { headers } = await fetch(server.url);
    const again = await fetch(server.url, { headers: { "if-none-match": headers.get("etag") } });
    seen.again = again.status;
    seen.api = await get("/api");
    seen.fallback = await get("/nothing");
    console.log(JSON.stringify(seen));
    await server.stop(true);
  `,
  "index.html": PAGE,
  "main.ts": 'import { name } from "./dep"; const text: string = name; document.title = text;',
  "dep.ts": 'export const name: string = "a greeting"; export const unused = "not in it";',
  "style.css": "body { background: url(./logo.svg) }",
  "logo.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
  "other/index.html": '<!doctype html><html><head><script src="../main.ts"></script></head><body>other</body></html>',
};

type Answer = [status: number, type: string | null, tag: string | null, text: string];
interface Seen {
  manifest: {
    index: string;
    files: { input: string; path: string; loader: string; isEntry: boolean; headers: object }[];
  };
  addresses: Record<string, Answer>;
  "/": Answer;
  "/a/b": Answer;
  again: number;
  api: Answer;
  fallback: Answer;
}

function write(files: Record<string, string>): string {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    fs.writeFileSync(path.join(place, name), text);
  }
  return place;
}

async function output(command: string[], cwd: string): Promise<string> {
  const env = { ...process.env, XDG_CACHE_HOME: path.join(folder, "cache"), NO_COLOR: "1" };
  const child = Bun.spawn(command, { cwd, env, stderr: "pipe" });
  const text = await new Response(child.stdout).text();
  assert.strictEqual(await child.exited, 0, await new Response(child.stderr).text());
  return text;
}

function check(seen: Seen): void {
  const [status, type, tag, document] = seen["/"];
  assert.strictEqual(status, 200);
  assert.strictEqual(type, "text/html;charset=utf-8");
  assert.ok(tag);
  assert.match(document, /<title>T<\/title>/);
  assert.match(seen["/a/b"][3], /other/);
  const answers = Object.entries(seen.addresses);
  const ofType = (prefix: string) => answers.filter(([, answer]) => answer[1]!.startsWith(prefix));
  assert.ok(
    answers.every(([address, answer]) => answer[0] === 200 && !address.endsWith(".ts")),
    JSON.stringify(answers),
  );
  assert.match(ofType("text/css")[0]![1][3], /background/);
  assert.match(ofType("text/javascript")[0]![1][3], /a greeting/);
  assert.doesNotMatch(ofType("text/javascript")[0]![1][3], /not in it/);
  assert.match(ofType("image/svg")[0]![1][3], /<svg/);
  assert.strictEqual(seen.again, 304);
  assert.strictEqual(seen.api[3], "api");
  assert.strictEqual(seen.fallback[3], "else");
}

test("the import of a page is a manifest of its files, which are beside the server", async () => {
  const place = write(FILES);
  const built = await Bun.build({ entrypoints: [`${place}/server.ts`], outdir: `${place}/out`, target: "bun" });
  assert.strictEqual(path.basename(built.outputs[0]!.path), "server.js");
  for (const name of Object.keys(FILES)) fs.rmSync(path.join(place, name));
  const seen = JSON.parse(await output([process.execPath, "server.js"], `${place}/out`)) as Seen;
  check(seen);
  const { index, files } = seen.manifest;
  assert.strictEqual(index, "./index.html");
  assert.ok(fs.existsSync(`${place}/out/index.html`));
  assert.deepStrictEqual(files.map((file) => file.loader).sort(), ["css", "file", "html", "js"]);
  for (const file of files) {
    assert.ok(fs.existsSync(path.join(place, "out", file.path)), file.path);
    assert.deepStrictEqual(Object.keys(file.headers), ["etag", "content-type"]);
    assert.strictEqual(file.isEntry, file.loader !== "file");
  }
  assert.strictEqual(files.find((file) => file.loader === "html")!.path, index);
});

test("a server in an executable has its pages in it", async () => {
  const place = write(FILES);
  await Bun.build({ entrypoints: [`${place}/server.ts`], target: "bun", compile: { outfile: `${place}/app` } });
  for (const name of Object.keys(FILES)) fs.rmSync(path.join(place, name));
  check(JSON.parse(await output([`${place}/app`], folder)) as Seen);
});

test("a page with errors fails the server's build, with its place", async () => {
  const place = write({ ...FILES, "dep.ts": "export const name = ;" });
  const built = await Bun.build({ entrypoints: [`${place}/server.ts`], target: "bun", throw: false });
  assert.strictEqual(built.success, false);
  const log = built.logs[0] as { position: { file: string; line: number } };
  assert.match(log.position.file, /dep\.ts$/);
  assert.strictEqual(log.position.line, 1);
});

test("plugins apply to the pages of a server", async () => {
  const place = write({ ...FILES, "main.ts": 'import text from "virtual:text"; document.title = text;' });
  const plugin = {
    name: "virtual",
    setup(build: Bun.PluginBuilder) {
      build.onResolve({ filter: /^virtual:/ }, () => ({ path: "text", namespace: "virtual" }));
      build.onLoad({ filter: /.*/, namespace: "virtual" }, () => ({
        contents: "export default 'a greeting of a plugin'",
        loader: "js",
      }));
    },
  };
  await Bun.build({ entrypoints: [`${place}/server.ts`], outdir: `${place}/out`, target: "bun", plugins: [plugin] });
  check(JSON.parse(await output([process.execPath, "server.js"], `${place}/out`)) as Seen);
});

test("a file of the manifest that is missing is named when the server starts", () => {
  const page = {
    index: "./index.html",
    files: [{ input: "a", path: "./gone.js", loader: "js", isEntry: true, headers: {} }],
  };
  assert.throws(
    () => Bun.serve({ port: 0, routes: { "/": page as never } }),
    (error: TypeError) => {
      assert.match(error.message, /^Bundled file "\.\/gone\.js" not found/);
      return true;
    },
  );
});
