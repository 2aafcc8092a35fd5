// How a loaded page of the development server becomes current: what its connection receives after a change. The messages
// are our own; what `import.meta.hot` does with them is tested in a browser (`tests/browser`).
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "updates-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
process.chdir(folder);

interface Message {
  type: string;
  version?: number;
  address?: string;
  changed?: string[];
  errors?: { message: string; place: string | null; text: string }[];
}

const FILES = {
  "index.html": '<!doctype html><html><head><script type="module" src="./main.ts"></script></head><body></body></html>',
  "main.ts": 'import "./style.css"; import { name } from "./dep"; console.log(name); import.meta.hot.accept();',
  "dep.ts": 'export const name: string = "first";',
  "style.css": '@import "./colors.css"; h1 { color: red }',
  "colors.css": "h2 { color: red }",
};

let count = 0;

/** A page that is loaded: its server, and what its connection receives. */
class LoadedPage {
  readonly place = path.join(folder, `case${++count}`);
  readonly messages: Message[] = [];
  server!: ReturnType<typeof Bun.serve>;
  document = "";
  socket!: WebSocket;
  page!: { session: string; version: number; socket: string; module: string };

  static async open(files: Record<string, string>): Promise<LoadedPage> {
    const loaded = new LoadedPage();
    fs.mkdirSync(loaded.place);
    for (const [name, text] of Object.entries(files)) loaded.write(name, text);
    const page = (await import(`${loaded.place}/index.html`)).default;
    loaded.server = Bun.serve({ port: 0, development: true, routes: { "/": page } } as never);
    await loaded.load();
    await loaded.connect(loaded.page.version);
    return loaded;
  }

  async load(): Promise<void> {
    this.document = await (await fetch(this.server.url)).text();
    this.page = JSON.parse(/__brio_page__ = (.*?);<\/script>/.exec(this.document)![1]!);
  }

  async connect(version: number): Promise<void> {
    const { session, socket } = this.page;
    const address = `ws://127.0.0.1:${this.server.port}${socket}?session=${session}&version=${version}`;
    this.socket = new WebSocket(address);
    this.socket.onmessage = (event) => this.messages.push(JSON.parse(`${event.data}`));
    await new Promise((resolve, reject) => {
      this.socket.onopen = resolve;
      this.socket.onerror = reject;
    });
  }

  write(name: string, text: string): void {
    fs.writeFileSync(path.join(this.place, name), text);
  }

  /** The next message. */
  async next(): Promise<Message> {
    for (let tries = 0; this.messages.length === 0; tries++) {
      if (tries === 500) throw new Error("no message");
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return this.messages.shift()!;
  }

  async text(address: string): Promise<string> {
    const response = await fetch(new URL(address, this.server.url));
    assert.strictEqual(response.status, 200, address);
    return response.text();
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.server.stop(true);
  }
}

/** Opens a page, and closes it. */
function withPage(name: string, files: Record<string, string>, body: (page: LoadedPage) => Promise<void>): void {
  test(name, async () => {
    const page = await LoadedPage.open(files);
    try {
      await body(page);
    } finally {
      await page.close();
    }
  });
}

withPage("a change sends the changed module, and what imports it", FILES, async (page) => {
  page.write("dep.ts", 'export const name: string = "second";');
  const message = await page.next();
  assert.strictEqual(message.type, "patch");
  assert.strictEqual(message.version, page.page.version + 1);
  assert.deepStrictEqual(
    message.changed!.map((name) => path.basename(name)),
    ["dep.ts"],
  );
  const code = await page.text(message.address!);
  assert.ok(code.includes('"second"') && code.includes("main.ts") && !code.includes("string ="), code);
});

withPage("a file that is written without a change sends nothing", FILES, async (page) => {
  page.write("dep.ts", FILES["dep.ts"]);
  page.write("main.ts", FILES["main.ts"].replace("name)", "name, 1)"));
  const message = await page.next();
  assert.deepStrictEqual(
    message.changed!.map((name) => path.basename(name)),
    ["main.ts"],
  );
});

withPage("a style sheet changes with one that it imports, at a new address", FILES, async (page) => {
  const before = /href="([^"]+\.css)"/.exec(page.document)![1]!;
  assert.match(await page.text(before), /h2/);
  page.write("colors.css", "h3 { color: green }");
  const message = await page.next();
  assert.strictEqual(message.type, "patch");
  const address = /"(\/_brio\/asset\/[^"]+\.css)"/.exec(await page.text(message.address!))![1]!;
  assert.notStrictEqual(address, before);
  assert.match(await page.text(address), /h3/);
});

withPage("errors name their place, and end with the next change", FILES, async (page) => {
  page.write("dep.ts", "export const name = ;");
  const failed = await page.next();
  assert.strictEqual(failed.type, "errors");
  assert.match(failed.errors![0]!.text, /dep\.ts:1:21/);
  assert.strictEqual((await fetch(page.server.url)).status, 500);
  page.write("dep.ts", 'export const name = "third";');
  const mended = await page.next();
  assert.strictEqual(mended.type, "patch");
  assert.match(await page.text(mended.address!), /"third"/);
});

withPage("an import that is not found is an error, and ends when its file is written", FILES, async (page) => {
  page.write("dep.ts", 'import "./later"; export const name = "x";');
  const failed = await page.next();
  assert.strictEqual(failed.type, "errors");
  assert.match(failed.errors![0]!.text, /later/);
  page.write("later.ts", "export {};");
  assert.strictEqual((await page.next()).type, "reload");
});

const GLOB = { ...FILES, "main.ts": 'console.log(import.meta.glob("./parts/*.ts")); import.meta.hot.accept();' };

withPage("a new file that import.meta.glob means is a change of the module with it", GLOB, async (page) => {
  fs.mkdirSync(path.join(page.place, "parts"));
  page.write("parts/one.ts", "export {};");
  const message = await page.next();
  assert.deepStrictEqual(
    message.changed!.map((name) => path.basename(name)),
    ["main.ts"],
  );
  assert.match(await page.text(message.address!), /"\.\/parts\/one\.ts"/);
});

withPage("a change of the page itself loads it again", FILES, async (page) => {
  page.write("index.html", FILES["index.html"].replace("<body>", "<body><p>more</p>"));
  assert.strictEqual((await page.next()).type, "reload");
  await page.load();
  assert.match(page.document, /<p>more<\/p>/);
});

withPage("a page that has missed a change is loaded again when it connects", FILES, async (page) => {
  page.write("dep.ts", 'export const name: string = "second";');
  await page.next();
  const { version } = page.page;
  await page.connect(version);
  assert.strictEqual((await page.next()).type, "reload");
  await page.load();
  assert.strictEqual(page.page.version, version + 1);
  assert.match(await page.text(/src="([^"]+)"/.exec(page.document)![1]!), /"second"/);
});

const LAZY = {
  ...FILES,
  "main.ts": 'globalThis.later = () => import("./lazy"); import.meta.hot.accept();',
  "lazy.ts": 'import { name } from "./dep"; export const lazy = "lazily " + name;',
};

withPage("a module that a page has not run is sent on request, with what it imports", LAZY, async (page) => {
  const { module, session } = page.page;
  const name = (await page.text(/src="([^"]+)"/.exec(page.document)![1]!)).match(/"([^"]*lazy\.ts)"/)![1]!;
  const code = await page.text(`${module}?session=${session}&name=${encodeURIComponent(name)}`);
  assert.ok(code.includes("lazily") && code.includes('"first"'), code);
  const missing = await fetch(new URL(`${module}?session=${session}&name=none.ts`, page.server.url));
  assert.strictEqual(missing.status, 404);
});

withPage(
  "workers are programs of their own, whose change loads the page again",
  {
    ...FILES,
    "main.ts": 'new Worker(new URL("./worker.ts", import.meta.url)); import.meta.hot.accept();',
    "worker.ts": 'const text: string = "in a worker"; postMessage(text);',
  },
  async (page) => {
    const script = await page.text(/src="([^"]+)"/.exec(page.document)![1]!);
    const address = /"(\/_brio\/worker\/[^"]+)"/.exec(script)![1]!;
    assert.match(await page.text(address), /in a worker/);
    page.write("worker.ts", 'postMessage("changed");');
    assert.strictEqual((await page.next()).type, "reload");
  },
);
