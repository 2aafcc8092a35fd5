// The program that the debugger has started.
import { ERR_DEBUGGER_STARTUP_ERROR } from "internal:core/errors";
import childProcess from "internal:node/child_process";
import net from "internal:node/net";
import processObject from "internal:node/process";
import { setTimeout } from "internal:node/timers/promises";
import type { Target } from "internal:startup/debugger/command_line";

const LISTENING = /Debugger listening on ws:\/\/\[?([^\]/]+?)\]?:(\d+)\//;
/** How long a port may be in use before that is an error. */
const FREE_WITHIN_MS = 3000;
const RETRY_MS = 500;

interface Socket {
  on(event: "connect" | "error", listener: () => void): void;
  destroy(): void;
}
interface Output {
  setEncoding(encoding: string): void;
  on(event: "data", listener: (text: string) => void): void;
}
/** What a started program can be asked. */
interface Started {
  stdout: Output;
  stderr: Output;
  kill(signal?: string): boolean;
  on(event: "exit", listener: () => void): void;
}

export class Child {
  readonly #process: Started;
  /** Settles when it has ended. */
  readonly ended: Promise<void>;

  private constructor(started: Started) {
    this.#process = started;
    this.ended = new Promise((resolve) => started.on("exit", () => resolve()));
  }

  /** Starts a program that waits for a debugger. `print` receives what it writes. Returns where it listens. */
  static async start(
    target: Target & { kind: "launched" },
    print: (text: string) => void,
  ): Promise<{ child: Child; host: string; port: number }> {
    const { host, port, options, script } = target;
    if (port !== 0) await waitUntilFree(host, port, print);
    const flags = [...options, `--inspect-brk=${port}`, script, ...target.arguments];
    const child = new Child(childProcess.spawn(processObject.execPath, flags) as unknown as Started);
    const { promise, resolve, reject } = Promise.withResolvers<{ child: Child; host: string; port: number }>();
    let written = "";
    const show = (text: string): void => {
      print(quoted(text));
      written += text;
      const [, name, number] = LISTENING.exec(written) ?? [];
      if (number === undefined) return;
      written = "";
      resolve({ child, host: name!, port: Number(number) });
    };
    for (const stream of [child.#process.stdout, child.#process.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", show);
    }
    void child.ended.then(() => reject(new ERR_DEBUGGER_STARTUP_ERROR("The program ended before it listened")));
    return promise;
  }

  /** Ends it. */
  async stop(): Promise<void> {
    this.#process.kill();
    await this.ended;
  }

  /** Ends it without waiting. */
  kill(): void {
    this.#process.kill();
  }
}

function quoted(text: string): string {
  const lines = text.endsWith("\n") ? text.slice(0, -1) : text;
  return lines
    .split("\n")
    .map((line) => `< ${line}`)
    .join("\n");
}

async function waitUntilFree(host: string, port: number, print: (text: string) => void): Promise<void> {
  const end = Date.now() + FREE_WITHIN_MS;
  while (await isInUse(host, port)) {
    if (Date.now() > end)
      throw new ERR_DEBUGGER_STARTUP_ERROR(`Timeout (${FREE_WITHIN_MS}) waiting for ${host}:${port} to be free`);
    print(`waiting for ${host}:${port} to be free`);
    await setTimeout(RETRY_MS);
  }
}

function isInUse(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.createConnection({ host, port } as never) as unknown as Socket;
    const found = (isUsed: boolean) => () => {
      socket.destroy();
      resolve(isUsed);
    };
    socket.on("connect", found(true));
    socket.on("error", found(false));
  });
}
