// `brio index.html` and the folder `public`, as https://vite.dev/guide/assets#the-public-directory defines it.
import assert from "node:assert";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "public-folder-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

/** Serves pages of a folder of their own with the command, and calls `body` with the server's address. */
async function serving(
  files: Record<string, string>,
  pages: string[],
  body: (url: string, place: string) => Promise<void>,
): Promise<void> {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    fs.writeFileSync(path.join(place, name), text);
  }
  const server = spawn(process.execPath, [...pages, "--port", "0", "--host", "127.0.0.1"], { cwd: place });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let text = "";
      server.stdout.on("data", (data) => {
        const found = /url: (\S+)/.exec((text += data));
        if (found) resolve(found[1]!);
      });
      server.on("exit", () => reject(new Error(`the server ended: ${text}`)));
    });
    await body(url, place);
  } finally {
    server.kill("SIGKILL");
  }
}

const PAGE = "<!doctype html><title>The page</title><script type=module src=./main.ts></script>";
const FILES = { "index.html": PAGE, "main.ts": "", "secret.txt": "secret", "public/a b/icon.svg": "<svg/>" };

test("a file of the folder is served at its path below it, also one that is made later", async () => {
  await serving(FILES, ["index.html"], async (url, place) => {
    const response = await fetch(`${url}a%20b/icon.svg?v=1`);
    assert.strictEqual(response.headers.get("content-type"), "image/svg+xml");
    assert.strictEqual(await response.text(), "<svg/>");
    fs.writeFileSync(path.join(place, "public/later.txt"), "later");
    assert.strictEqual(await (await fetch(`${url}later.txt`)).text(), "later");
    const part = await fetch(`${url}later.txt`, { headers: { range: "bytes=1-2" } });
    assert.deepStrictEqual([part.status, await part.text()], [206, "at"]);
  });
});

test("every other address has the page, as one that leads out of the folder", async () => {
  await serving(FILES, ["index.html"], async (url) => {
    for (const address of ["", "a%20b/", "none.txt", "..%2fsecret.txt", "%2e%2e%2fsecret.txt", "%zz", "a%00b"])
      assert.match(await (await fetch(url + address)).text(), /The page/, address);
  });
});

test("the folder may be beside a page in another folder", async () => {
  await serving(
    { "app/index.html": PAGE, "app/main.ts": "", "app/public/x.txt": "x" },
    ["app/index.html"],
    async (url) => {
      assert.strictEqual(await (await fetch(`${url}x.txt`)).text(), "x");
    },
  );
});

test("a folder that the page is in is not served", async () => {
  const files = { "public/index.html": PAGE, "public/main.ts": "const a: string = '';", "public/x.txt": "x" };
  await serving(files, ["public/index.html"], async (url) => {
    assert.match(await (await fetch(`${url}x.txt`)).text(), /The page/);
    assert.doesNotMatch(await (await fetch(`${url}index.html`)).text(), /main\.ts/);
  });
});
