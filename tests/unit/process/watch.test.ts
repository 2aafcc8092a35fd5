// `--watch FILE`: a program runs again when a file that it loaded changes. https://nodejs.org/api/cli.html#--watch
import assert from "node:assert";
import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const LIMIT_MS = 60_000;
/**
 * Node 26.10 loses files that are replaced and directories that are created again, leaves processes behind, and reads its own
 * --watch from NODE_OPTIONS in the child.
 */
const testOfBrio: typeof test = "brio" in process.versions ? test : () => {};
const WAITING = "Waiting for file changes before restarting...";

/** A watching process and its output. */
class Watching {
  readonly process: ChildProcess;
  readonly folder: string;
  #output = "";
  #wake: () => void = () => {};

  constructor(folder: string, args: string[], options: SpawnOptions) {
    this.folder = folder;
    const { NODE_OPTIONS: _options, FORCE_COLOR: _color, ...env } = process.env;
    this.process = spawn(process.execPath, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"], ...options });
    for (const stream of [this.process.stdout!, this.process.stderr!]) {
      stream.on("data", (chunk) => {
        this.#output += chunk;
        this.#wake();
      });
    }
  }

  /** Waits for `text` in the output; returns the output up to its end, which is removed. */
  async until(text: string): Promise<string> {
    for (;;) {
      const position = this.#output.indexOf(text);
      if (position !== -1) {
        const found = this.#output.slice(0, position + text.length);
        this.#output = this.#output.slice(position + text.length);
        return found;
      }
      await Promise.race([
        new Promise<void>((resolve) => {
          this.#wake = resolve;
        }),
        new Promise((_resolve, reject) => {
          setTimeout(
            () => reject(new Error(`no ${JSON.stringify(text)} in ${JSON.stringify(this.#output)}`)),
            20_000,
          ).unref();
        }),
      ]);
    }
  }

  /** The output that has not been waited for. */
  get rest(): string {
    return this.#output;
  }

  write(name: string, source: string): void {
    writeFileSync(path.join(this.folder, name), source);
  }

  /** Writes a file as many editors do. */
  replace(name: string, source: string): void {
    this.write(`.${name}.tmp`, source);
    renameSync(path.join(this.folder, `.${name}.tmp`), path.join(this.folder, name));
  }

  async end(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = once(this.process, "exit");
    this.process.kill("SIGTERM");
    const timer = setTimeout(() => this.process.kill("SIGKILL"), 10_000);
    await ended;
    clearTimeout(timer);
  }
}

async function watching(
  files: Record<string, string>,
  args: string[],
  use: (run: Watching) => Promise<void>,
  options: SpawnOptions = {},
): Promise<void> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "brio-watch-")));
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), source);
  }
  const run = new Watching(folder, args, options);
  try {
    await use(run);
  } finally {
    await run.end();
    rmSync(folder, { recursive: true });
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether a process exists. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // One that has exited, and was not waited for yet, does not count.
  return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
}

async function untilGone(pid: number): Promise<void> {
  for (let round = 0; exists(pid); round++) {
    assert.ok(round < 100, "the process runs");
    await sleep(50);
  }
}

const SERVER = `
  import http from "node:http";
  import { text } from "./text.mjs";
  const server = http.createServer((_request, response) => response.end(text));
  server.listen(Number(process.argv[2]), "127.0.0.1", () => console.log("port", server.address().port, text));
`;

test(
  "a change of the program or an imported file restarts it, with Node's messages",
  async () => {
    const files = {
      "main.mjs": 'import { value } from "./value.mjs"; console.log("value", value, process.argv.slice(2).join());',
      "value.mjs": "export const value = 1;",
      "other.mjs": "",
    };
    await watching(files, ["--watch", "main.mjs", "one", "two"], async (run) => {
      const first = await run.until(`${WAITING}\n`);
      assert.strictEqual(first, `value 1 one,two\nCompleted running 'main.mjs one two'. ${WAITING}\n`);
      run.write("other.mjs", "1");
      await sleep(700);
      assert.strictEqual(run.rest, "");
      run.write("value.mjs", "export const value = 2;");
      const second = await run.until(`${WAITING}\n`);
      const changed = path.join(run.folder, "value.mjs");
      assert.strictEqual(
        second,
        `Change detected in '${changed}'\nRestarting 'main.mjs one two'\nvalue 2 one,two\nCompleted running 'main.mjs one two'. ${WAITING}\n`,
      );
      run.write("main.mjs", 'console.log("alone");');
      await run.until("alone\n");
      await run.until(WAITING);
      run.write("value.mjs", "export const value = 3;");
      await sleep(700);
      assert.strictEqual(run.rest.trim(), "");
    });
  },
  LIMIT_MS,
);

test(
  "a change of a required file, and of one that a running program requires later, restarts it",
  async () => {
    const files = {
      "main.cjs": 'require("./a"); setTimeout(() => require("./b.json"), 100); setInterval(() => {}, 1000);',
      "a.js": 'console.log("a1");',
      "b.json": "{}",
    };
    await watching(files, ["--watch", "main.cjs"], async (run) => {
      await run.until("a1\n");
      await sleep(500);
      run.write("a.js", 'console.log("a2");');
      await run.until("a2\n");
      await sleep(500);
      run.write("b.json", "[]");
      await run.until("Restarting 'main.cjs'\n");
      await run.until("a2\n");
    });
  },
  LIMIT_MS,
);

testOfBrio(
  "a file that is replaced by another is still watched",
  async () => {
    const files = { "main.mjs": 'import "./value.mjs";', "value.mjs": "console.log('version', 0);" };
    await watching(files, ["--watch", "main.mjs"], async (run) => {
      await run.until("version 0\n");
      for (let version = 1; version < 4; version++) {
        await run.until(WAITING);
        run.replace("value.mjs", `console.log("version", ${version});`);
        await run.until(`version ${version}\n`);
      }
      await run.until(WAITING);
      run.replace("main.mjs", 'console.log("main");');
      await run.until("main\n");
    });
  },
  LIMIT_MS,
);

test(
  "a program that crashed runs again once it is fixed",
  async () => {
    const files = {
      "main.cjs": 'require("./part.cjs"); console.log("fine");',
      "part.cjs": 'throw new Error("broken");',
    };
    await watching(files, ["--watch", "main.cjs"], async (run) => {
      await run.until("broken");
      await run.until(`Failed running 'main.cjs'. ${WAITING}\n`);
      run.write("part.cjs", "");
      await run.until("fine\n");
      await run.until("Completed running 'main.cjs'");
    });
  },
  LIMIT_MS,
);

for (const [kind, files, broken] of [
  ["the program", { "main.mjs": "const = ;" }, "main.mjs"],
  ["an imported file", { "main.mjs": 'import "./part.mjs";', "part.mjs": "const = ;" }, "part.mjs"],
  ["a required file", { "main.mjs": 'import "./part.cjs";', "part.cjs": "const = ;" }, "part.cjs"],
] as const) {
  test(
    `a syntax error in ${kind} is waited for to be fixed`,
    async () => {
      await watching(files, ["--watch", "main.mjs"], async (run) => {
        await run.until(`Failed running 'main.mjs'. ${WAITING}\n`);
        run.write(broken, 'console.log("fixed");');
        await run.until("fixed\n");
      });
    },
    LIMIT_MS,
  );
}

test(
  "quick successive changes end with a run of the last one",
  async () => {
    const files = {
      "main.mjs":
        'import { value } from "./value.mjs"; console.log("value", value, "end"); setInterval(() => {}, 1000);',
      "value.mjs": "export const value = 0;",
    };
    await watching(files, ["--watch", "main.mjs"], async (run) => {
      await run.until("value 0 end\n");
      for (let value = 1; value <= 40; value++) {
        run.write("value.mjs", `export const value = ${value};`);
        await sleep(value % 10 === 0 ? 120 : 10);
      }
      const output = await run.until("value 40 end\n");
      assert.ok(output.split("Restarting").length - 1 < 20, output);
      await sleep(700);
      assert.strictEqual(run.rest, "");
    });
  },
  LIMIT_MS,
);

test(
  "a server is restarted on its port",
  async () => {
    const files = { "server.mjs": SERVER, "text.mjs": 'export const text = "0";' };
    let port = "";
    await watching(files, ["--watch", "server.mjs", "0"], async (run) => {
      port = /port (\d+)/.exec(await run.until(" 0\n"))![1]!;
    });
    await watching(files, ["--watch", "server.mjs", port], async (run) => {
      await run.until(`port ${port} 0\n`);
      for (let round = 1; round < 5; round++) {
        run.write("text.mjs", `export const text = "${round}";`);
        const output = await run.until(`port ${port} ${round}\n`);
        assert.doesNotMatch(output, /EADDRINUSE|Failed/);
        assert.strictEqual(await (await fetch(`http://127.0.0.1:${port}`)).text(), String(round));
      }
    });
  },
  LIMIT_MS,
);

testOfBrio(
  "processes that the program started end with it, also when it crashed",
  async () => {
    const child = "process.on('SIGHUP', () => {}); setInterval(() => {}, 1000);";
    const files = {
      "main.mjs": `
        import { spawn } from "node:child_process";
        import { fails } from "./fails.mjs";
        for (const env of [process.env, {}]) {
          if (fails && env !== process.env) continue;
          const child = spawn(process.execPath, ["-e", ${JSON.stringify(child)}], { env, stdio: "ignore" });
          console.log("child", child.pid);
          child.unref();
        }
        if (fails) throw new Error("broken");
        setInterval(() => {}, 1000);
      `,
      "fails.mjs": "export const fails = false;",
    };
    await watching(files, ["--watch", "main.mjs"], async (run) => {
      const next = async (): Promise<number> =>
        Number(/child (\d+)\n/.exec((await run.until("child ")) + (await run.until("\n")))![1]);
      const first = await next();
      const second = await next();
      run.write("fails.mjs", "export const fails = true;");
      const third = await next();
      assert.deepStrictEqual([exists(first), exists(second)], [false, false]);
      await run.until(WAITING);
      assert.ok(exists(third));
      run.write("fails.mjs", "export const fails = false;");
      const fourth = await next();
      assert.ok(!exists(third));
      const fifth = await next();
      run.process.kill("SIGTERM");
      await once(run.process, "exit");
      await untilGone(fourth);
      await untilGone(fifth);
    });
  },
  LIMIT_MS,
);

testOfBrio(
  "a directory that is removed and created again is still watched",
  async () => {
    const files = {
      "main.mjs": 'import "./dist/deep/part.mjs"; setInterval(() => {}, 1000);',
      "dist/deep/part.mjs": "console.log('part 0');",
    };
    await watching(files, ["--watch", "main.mjs"], async (run) => {
      await run.until("part 0\n");
      const dist = path.join(run.folder, "dist");
      for (let round = 1; round < 4; round++) {
        await sleep(300);
        rmSync(dist, { recursive: true });
        await sleep(round * 100);
        mkdirSync(path.join(dist, "deep"), { recursive: true });
        await sleep(50);
        run.write("dist/deep/part.mjs", `console.log("part ${round}");`);
        const output = await run.until(`part ${round}\n`);
        assert.doesNotMatch(output, /Failed/);
      }
      // Two trees change places.
      mkdirSync(path.join(run.folder, "next/deep"), { recursive: true });
      run.write("next/deep/part.mjs", 'console.log("part next");');
      renameSync(dist, path.join(run.folder, "previous"));
      renameSync(path.join(run.folder, "next"), dist);
      await run.until("part next\n");
      await sleep(300);
      run.write("dist/deep/part.mjs", 'console.log("part last");');
      await run.until("part last\n");
    });
  },
  LIMIT_MS,
);

testOfBrio(
  "the target of a link is watched, and the link",
  async () => {
    const files = { "real/one.mjs": "console.log('one');", "real/two.mjs": "console.log('two');", "app/.keep": "" };
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "brio-watch-link-")));
    for (const [name, source] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), source);
    }
    symlinkSync("../real/one.mjs", path.join(folder, "app/main.mjs"));
    symlinkSync("app", path.join(folder, "current"));
    const run = new Watching(folder, ["--watch", "current/main.mjs"], {});
    try {
      await run.until("one\n");
      await run.until(WAITING);
      run.write("real/one.mjs", "console.log('one again');");
      await run.until("one again\n");
      await run.until(WAITING);
      symlinkSync("../real/two.mjs", path.join(folder, "app/next.mjs"));
      renameSync(path.join(folder, "app/next.mjs"), path.join(folder, "app/main.mjs"));
      await run.until("two\n");
      await run.until(WAITING);
      symlinkSync("real", path.join(folder, "next"));
      linkSync(path.join(folder, "real/one.mjs"), path.join(folder, "real/main.mjs"));
      renameSync(path.join(folder, "next"), path.join(folder, "current"));
      await run.until("one again\n");
      await run.until(WAITING);
      // The file has another name too.
      run.write("real/one.mjs", "console.log('by its other name');");
      await run.until("by its other name\n");
    } finally {
      await run.end();
      rmSync(folder, { recursive: true });
    }
  },
  LIMIT_MS,
);

testOfBrio(
  "a program or a module that is missing starts once it is there",
  async () => {
    await watching({}, ["--watch", "main"], async (run) => {
      await run.until("Failed running 'main'");
      run.write("main.js", 'require("./part");');
      await run.until("Failed running 'main'");
      run.write("part.js", 'import { value } from "package"; console.log("value", value);');
      await run.until("Failed running 'main'");
      mkdirSync(path.join(run.folder, "node_modules/package"), { recursive: true });
      run.write("node_modules/package/index.js", "exports.value = 1;");
      await run.until("value 1\n");
    });
  },
  LIMIT_MS,
);

testOfBrio(
  "a file that the program writes and removes itself does not restart it",
  async () => {
    const files = {
      "main.mjs": `
        import { unlinkSync, writeFileSync } from "node:fs";
        const file = new URL("./made.mjs", import.meta.url);
        writeFileSync(file, "export default 1;");
        await import("./made.mjs");
        setTimeout(() => { unlinkSync(file); console.log("removed"); }, 500);
        setInterval(() => {}, 1000);
      `,
    };
    await watching(files, ["--watch", "main.mjs"], async (run) => {
      await run.until("removed\n");
      await sleep(1500);
      assert.strictEqual(run.rest, "");
    });
  },
  LIMIT_MS,
);

testOfBrio(
  "files of workers are watched, and reports do not reach the program",
  async () => {
    const files = {
      "main.mjs": `
        import { fork } from "node:child_process";
        import { Worker } from "node:worker_threads";
        new Worker(new URL("./worker.mjs", import.meta.url));
        fork(new URL("./forked.mjs", import.meta.url)).on("message", (message) => console.log("message", message));
        setInterval(() => {}, 1000);
      `,
      "worker.mjs": 'import "./part.mjs";',
      "part.mjs": 'console.log("worker 0");',
      "forked.mjs": 'process.send("forked 0");',
    };
    await watching(files, ["--watch", "main.mjs"], async (run) => {
      const started = async (worker: number, forked: number): Promise<void> => {
        let output = await run.until(" 0\n");
        while (!output.includes(`worker ${worker}`) || !output.includes(`message forked ${forked}`))
          output += await run.until("\n");
        assert.doesNotMatch(output, /NODE_|watch:/);
      };
      await started(0, 0);
      await sleep(300);
      run.write("part.mjs", 'console.log("worker 1");');
      await started(1, 0);
      await sleep(300);
      run.write("forked.mjs", 'process.send("forked 1"); console.log("x 0");');
      await started(1, 1);
    });
  },
  LIMIT_MS,
);

test(
  "--watch-path watches a folder instead of what the program loads",
  async () => {
    const files = { "main.mjs": 'console.log("run");', "data/deep/one.txt": "" };
    await watching(files, ["--watch-path=data", "main.mjs"], async (run) => {
      await run.until("run\n");
      await run.until(WAITING);
      run.write("main.mjs", 'console.log("changed");');
      await sleep(700);
      assert.strictEqual(run.rest.trim(), "");
      run.write("data/deep/one.txt", "1");
      const output = await run.until("changed\n");
      assert.match(output, /Change detected in '.*\/data\/deep\/one\.txt'\n/);
      await run.until(WAITING);
      run.write("data/two.txt", "2");
      await run.until("changed\n");
    });
  },
  LIMIT_MS,
);

test(
  "a path of --watch-path that does not exist is an error",
  async () => {
    await watching({ "main.mjs": "" }, ["--watch-path", "nothing", "main.mjs"], async (run) => {
      await run.until("ENOENT");
      const [code] = run.process.exitCode === null ? await once(run.process, "exit") : [run.process.exitCode];
      assert.strictEqual(code, 1);
    });
  },
  LIMIT_MS,
);

test(
  "files of --env-file are watched and read again",
  async () => {
    const files = {
      "main.mjs": 'console.log("variable", process.env.BRIO_TEST_VARIABLE);',
      ".env": "BRIO_TEST_VARIABLE=1",
    };
    await watching(files, ["--watch", "--env-file=.env", "main.mjs"], async (run) => {
      await run.until("variable 1\n");
      await run.until(WAITING);
      run.write(".env", "BRIO_TEST_VARIABLE=2");
      await run.until("variable 2\n");
      await run.until(WAITING);
      run.replace(".env", "");
      await run.until("variable undefined\n");
    });
  },
  LIMIT_MS,
);

const SLOW = `
  for (const signal of ["SIGINT", "SIGTERM", "SIGUSR2"]) {
    process.on(signal, () => {
      console.log("got", signal);
      setTimeout(() => process.exit(7), 700);
    });
  }
  console.log("process", process.pid);
  setInterval(() => {}, 1000);
`;

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  test(
    `${signal} of the watching process ends the program, whose exit code it takes`,
    async () => {
      await watching({ "main.mjs": SLOW }, ["--watch", "main.mjs"], async (run) => {
        await run.until("process ");
        const pid = Number(await run.until("\n"));
        run.process.kill(signal);
        await run.until(`got ${signal}\n`);
        const [code] = await once(run.process, "exit");
        assert.strictEqual(code, 7);
        assert.ok(!exists(pid));
      });
      await watching(
        { "main.mjs": 'console.log("up"); setInterval(() => {}, 1000);' },
        ["--watch", "main.mjs"],
        async (run) => {
          await run.until("up\n");
          run.process.kill(signal);
          assert.deepStrictEqual(await once(run.process, "exit"), [0, null]);
        },
      );
    },
    LIMIT_MS,
  );
}

test(
  "a program may take its time to end; --watch-kill-signal is the signal for it",
  async () => {
    await watching({ "main.mjs": SLOW }, ["--watch", "--watch-kill-signal=SIGUSR2", "main.mjs"], async (run) => {
      await run.until("process ");
      await run.until("\n");
      run.write("main.mjs", 'console.log("next");');
      await run.until("Restarting 'main.mjs'\n");
      await run.until("got SIGUSR2\n");
      await run.until("Waiting for graceful termination...\n");
      await run.until("Gracefully restarted 'main.mjs'\n");
      await run.until("next\n");
    });
    await watching({ "main.mjs": "" }, ["--watch", "--watch-kill-signal=NOTHING", "main.mjs"], async (run) => {
      await run.until("ERR_UNKNOWN_SIGNAL");
    });
  },
  LIMIT_MS,
);

testOfBrio(
  "the flags and NODE_OPTIONS of the program are those without watching",
  async () => {
    const files = {
      "main.mjs":
        "console.log(process.execArgv.join(), process.env.NODE_OPTIONS, process.env.WATCH_REPORT_DEPENDENCIES);",
    };
    const env = { ...process.env, NODE_OPTIONS: '--watch --watch-path=. --no-deprecation --title="a b"' };
    await watching(
      files,
      ["--watch", "--watch-path", ".", "--no-warnings", "main.mjs"],
      async (run) => {
        await run.until('--no-warnings --no-deprecation "--title=a b" 1\n');
      },
      { env },
    );
  },
  LIMIT_MS,
);

test(
  "messages pass between the parent of the watching process and the program",
  async () => {
    const files = {
      "main.mjs": 'process.on("message", (message) => process.send(["reply", message])); process.send("ready");',
    };
    await watching(
      files,
      ["--watch", "main.mjs"],
      async (run) => {
        const messages: unknown[] = [];
        run.process.on("message", (message) => messages.push(message));
        while (!messages.includes("ready")) await once(run.process, "message");
        run.process.send("hello");
        while (!messages.some((message) => Array.isArray(message))) await once(run.process, "message");
        assert.deepStrictEqual(messages.at(-1), ["reply", "hello"]);
      },
      { stdio: ["ignore", "pipe", "pipe", "ipc"] },
    );
  },
  LIMIT_MS,
);

test(
  "code and checks cannot be watched",
  async () => {
    for (const [args, other] of [
      [["-e", "1"], "--eval"],
      [["--check", "main.mjs"], "--check"],
      [["-i"], "--interactive"],
    ] as const) {
      await watching({ "main.mjs": "" }, ["--watch", ...args], async (run) => {
        await run.until(`either --watch or ${other} can be used, not both`);
        if (run.process.exitCode === null) await once(run.process, "exit");
        assert.strictEqual(run.process.exitCode, 9);
      });
    }
  },
  LIMIT_MS,
);
