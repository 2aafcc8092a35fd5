// The development server in a browser: `brio tests/browser/run.ts NODE_MODULES`, where NODE_MODULES has react and react-dom.
// Needs chromium. Bun runs it too, whose `import.meta.hot` this is. Not part of `./x test`: see tests/README.md.
import assert from "node:assert";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../unit/harness.ts";

const packages = path.resolve(process.argv[2] ?? "node_modules");
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "browser-")));
fs.symlinkSync(packages, path.join(folder, "node_modules"));
process.chdir(folder);

const PATIENCE_MS = 15_000;

/** Waits until a condition holds. */
async function until<T>(what: string, get: () => Promise<T | false | undefined | null>): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; ;) {
    const value = await get();
    if (value !== false && value !== undefined && value !== null) return value;
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const profile = path.join(folder, "profile");
const chromium = spawn(
  "chromium",
  ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", `--user-data-dir=${profile}`],
  { stdio: "ignore" },
);
process.on("exit", () => {
  chromium.kill("SIGKILL");
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

async function debuggingPort(): Promise<string> {
  const file = path.join(profile, "DevToolsActivePort");
  return until("chromium listens", async () => fs.existsSync(file) && fs.readFileSync(file, "utf8").split("\n")[0]!);
}

/** A page of the browser, over the DevTools protocol. */
class Tab {
  #socket: WebSocket;
  #last = 0;
  #waiting = new Map<number, (result: any) => void>();

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = (event) => {
      const message = JSON.parse(`${event.data}`);
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    };
  }

  static async open(url: string): Promise<Tab> {
    const port = await debuggingPort();
    const response = await fetch(`http://127.0.0.1:${port}/json/new?${encodeURIComponent(url)}`, { method: "PUT" });
    const { webSocketDebuggerUrl } = (await response.json()) as { webSocketDebuggerUrl: string };
    const socket = new WebSocket(webSocketDebuggerUrl);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = reject;
    });
    return new Tab(socket);
  }

  #call(method: string, params: object): Promise<any> {
    const id = ++this.#last;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** The value of an expression in the page; undefined while the page is being loaded. */
  async value(expression: string): Promise<any> {
    const answer = await this.#call("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    return answer.result?.result?.value;
  }

  /** Waits until an expression has a value. */
  async has(expression: string, value: unknown): Promise<void> {
    let last: unknown;
    await until(`${expression} is ${JSON.stringify(value)}`, async () => {
      last = await this.value(expression);
      return JSON.stringify(last) === JSON.stringify(value);
    }).catch((error: Error) => {
      error.message += `, it is ${JSON.stringify(last)}`;
      throw error;
    });
  }

  close(): void {
    this.#socket.close();
  }
}

let count = 0;

interface Loaded {
  tab: Tab;
  write(name: string, text: string): void;
}

function inBrowser(name: string, files: Record<string, string>, body: (page: Loaded) => Promise<void>): void {
  test(
    name,
    async () => {
      const place = path.join(folder, `case${++count}`);
      fs.mkdirSync(place);
      const write = (file: string, text: string): void => fs.writeFileSync(path.join(place, file), text);
      const all = {
        "index.html":
          '<!doctype html><html><head><script type="module" src="./main.tsx"></script></head><body><div id="root"></div></body></html>',
        ...files,
      };
      for (const [file, text] of Object.entries(all)) write(file, text);
      const page = (await import(`${place}/index.html`)).default;
      const server = Bun.serve({ port: 0, development: true, routes: { "/": page } } as never);
      const tab = await Tab.open(server.url.href);
      try {
        await body({ tab, write });
      } finally {
        tab.close();
        await server.stop(true);
      }
    },
    60_000,
  );
}

/** Marks the page: a page that was loaded again has no mark. */
const MARK = "window.mark = true";
const IS_MARKED = "window.mark === true";

inBrowser(
  "a module that accepts itself runs again, with the data of its former run",
  {
    "main.tsx": `
      import { name } from "./dep";
      const runs = (import.meta.hot.data.runs ?? 0) + 1;
      import.meta.hot.dispose((data) => { data.runs = runs; (window.ended ??= []).push(name); });
      import.meta.hot.accept();
      window.state = [runs, name];`,
    "dep.ts": 'export const name: string = "first";',
  },
  async ({ tab, write }) => {
    await tab.has("window.state", [1, "first"]);
    await tab.value(MARK);
    write("dep.ts", 'export const name: string = "second";');
    await tab.has("window.state", [2, "second"]);
    write("dep.ts", 'export const name: string = "third";');
    await tab.has("window.state", [3, "third"]);
    assert.deepStrictEqual(await tab.value("window.ended"), ["first", "second"]);
    assert.strictEqual(await tab.value(IS_MARKED), true);
  },
);

inBrowser(
  "a module that accepts another one gets it, and does not run again",
  {
    "main.tsx": `
      import { name } from "./dep";
      window.runs = (window.runs ?? 0) + 1;
      window.names = [name];
      import.meta.hot.accept("./dep", (dep) => window.names.push(dep.name));`,
    "dep.ts": 'export const name = "first";',
  },
  async ({ tab, write }) => {
    await tab.has("window.names", ["first"]);
    write("dep.ts", 'export const name = "second";');
    await tab.has("window.names", ["first", "second"]);
    assert.strictEqual(await tab.value("window.runs"), 1);
  },
);

inBrowser(
  "a change that no module accepts loads the page again",
  { "main.tsx": 'import { name } from "./dep"; window.state = name;', "dep.ts": 'export const name = "first";' },
  async ({ tab, write }) => {
    await tab.has("window.state", "first");
    await tab.value(MARK);
    write("dep.ts", 'export const name = "second";');
    await tab.has("window.state", "second");
    assert.strictEqual(await tab.value(IS_MARKED), false);
  },
);

inBrowser(
  "data is replaced as modules are: JSON, text, YAML and TOML, imported and required",
  {
    "main.tsx": 'import { show } from "./show"; show(); import.meta.hot.accept();',
    "show.ts": `
      import data, { v } from "./data.json";
      import text from "./text.txt";
      import yaml from "./data.yaml";
      import toml from "./data.toml";
      const required = require("./required.json");
      export const show = () => { window.state = [data.v, v, text, yaml.v, toml.v, required.v]; };`,
    "data.json": '{ "v": 1 }',
    "required.json": '{ "v": 1 }',
    "text.txt": "one",
    "data.yaml": "v: 1",
    "data.toml": "v = 1",
  },
  async ({ tab, write }) => {
    const state = [1, 1, "one", 1, 1, 1];
    await tab.has("window.state", state);
    await tab.value(MARK);
    // Bun 1.4.5 shows the first data only.
    if (process.versions.brio === undefined) return;
    const change = async (file: string, text: string, ...places: number[]): Promise<void> => {
      write(file, text);
      for (const place of places) state[place] = file.endsWith(".txt") ? text : 2;
      await tab.has("window.state", state);
    };
    await change("data.json", '{ "v": 2 }', 0, 1);
    await change("text.txt", "two", 2);
    await change("data.yaml", "v: 2", 3);
    await change("data.toml", "v = 2", 4);
    await change("required.json", '{ "v": 2 }', 5);
    assert.strictEqual(await tab.value(IS_MARKED), true);
  },
);

inBrowser(
  "a style sheet is replaced without loading the page again",
  {
    "main.tsx": 'import "./style.css"; window.state = "ready";',
    "style.css": "body { color: rgb(1, 2, 3) }",
  },
  async ({ tab, write }) => {
    await tab.has("window.state", "ready");
    await tab.has("getComputedStyle(document.body).color", "rgb(1, 2, 3)");
    await tab.value(MARK);
    write("style.css", "body { color: rgb(4, 5, 6) }");
    await tab.has("getComputedStyle(document.body).color", "rgb(4, 5, 6)");
    assert.strictEqual(await tab.value(IS_MARKED), true);
  },
);

/** Whether something covers the page. */
const OVERLAY = "Boolean(document.querySelector('brio-error-overlay, bun-hmr'))";
/** What the overlay says; Bun's is closed to scripts. */
const OVERLAY_TEXT = "document.querySelector('brio-error-overlay')?.shadowRoot.textContent";

inBrowser(
  "an error in a source covers the page until it is mended",
  { "main.tsx": "import.meta.hot.accept(); window.state = 1;" },
  async ({ tab, write }) => {
    await tab.has("window.state", 1);
    write("main.tsx", "import.meta.hot.accept(); window.state = ;");
    await tab.has(OVERLAY, true);
    if (process.versions.brio !== undefined)
      await tab.has(`/main\\.tsx:1:42[^]*imported by [^ ]*index\\.html\\n/.test(${OVERLAY_TEXT})`, true);
    write("main.tsx", "import.meta.hot.accept(); window.state = 2;");
    await tab.has("window.state", 2);
    if (process.versions.brio !== undefined) await tab.has(OVERLAY, false);
  },
);

inBrowser(
  "what the page throws is shown with its place in the source, until a change runs it again",
  {
    "main.tsx": 'import.meta.hot.accept();\nimport { fail } from "./dep";\nwindow.state = 1;\nsetTimeout(fail, 20);',
    "dep.tsx": '// A comment.\nexport function fail(): never {\n  throw new RangeError("out of range");\n}',
  },
  async ({ tab, write }) => {
    await tab.has(OVERLAY, true);
    if (process.versions.brio === undefined) return;
    await tab.has(`/RangeError: out of range[^]*dep\\.tsx:3:9/.test(${OVERLAY_TEXT})`, true);
    write("main.tsx", "import.meta.hot.accept(); window.state = 2;");
    await tab.has("window.state", 2);
    await tab.has(OVERLAY, false);
    await tab.value("void Promise.reject(new Error('of a promise'))");
    await tab.has(`${OVERLAY_TEXT}.includes("of a promise")`, true);
  },
);

inBrowser(
  "a page that had errors from the start is loaded when they are mended",
  { "main.tsx": "window.state = ;" },
  async ({ tab, write }) => {
    await tab.has("document.readyState", "complete");
    write("main.tsx", "window.state = 2;");
    await tab.has("window.state", 2);
  },
);

inBrowser(
  "a module that was not loaded yet is loaded by one that changed",
  {
    "main.tsx": `
      import.meta.hot.accept();
      window.version = 1;
      window.later = () => import("./lazy").then((lazy) => lazy.name);`,
    "lazy.ts": 'export { name } from "./dep";',
    "dep.ts": 'export const name = "lazy";',
  },
  async ({ tab, write }) => {
    await tab.has("window.version", 1);
    write(
      "main.tsx",
      'import.meta.hot.accept(); window.version = 2; window.later = () => import("./lazy").then((lazy) => lazy.name);',
    );
    await tab.has("window.version", 2);
    await tab.has("window.later()", "lazy");
  },
);

const COUNTER = `
  import { useState } from "react";
  export function Counter() {
    const [count, setCount] = useState(0);
    return <button onClick={() => setCount(count + 1)}>LABEL {count}</button>;
  }`;

inBrowser(
  "a component of React is replaced, and keeps its state",
  {
    "main.tsx":
      'import { createRoot } from "react-dom/client"; import { Counter } from "./counter"; createRoot(document.getElementById("root")).render(<Counter />);',
    "counter.tsx": COUNTER.replace("LABEL", "before"),
  },
  async ({ tab, write }) => {
    const label = "document.querySelector('button')?.textContent";
    await tab.has(label, "before 0");
    await tab.value(MARK);
    await tab.value("document.querySelector('button').click()");
    await tab.has(label, "before 1");
    write("counter.tsx", COUNTER.replace("LABEL", "after"));
    await tab.has(label, "after 1");
    // Other hooks are another state.
    write("counter.tsx", COUNTER.replace("LABEL", "anew").replace("const [", "useState('more'); const ["));
    await tab.has(label, "anew 0");
    assert.strictEqual(await tab.value(IS_MARKED), true);
  },
);
