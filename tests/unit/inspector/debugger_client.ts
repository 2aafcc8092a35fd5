// A debugger for tests: starts a program with a flag of the inspector and speaks Chrome's protocol with it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

type Parameters = Record<string, any>;

/** A debugger's connection. */
export interface Connection {
  /** Runs a command, in a worker that a session of the domain Target has. Rejects with the protocol's error. */
  send(method: string, parameters?: Parameters, sessionId?: string): Promise<Parameters>;
  /** The next event of this name that was not taken yet. */
  event(name: string): Promise<Parameters>;
  close(): void;
}

/** A program that is debugged. */
export interface Debugged extends Connection {
  /** The address of the program's file. */
  url: string;
  /** The address of its WebSocket. */
  socketUrl: string;
  /** Lets a program that waits for its debugger end, and returns what it printed and its exit code. */
  end(): Promise<{ stdout: string; stderr: string; code: number | null }>;
  child: ChildProcess;
}

/** Connects one more debugger to the WebSocket of a program. */
export async function connect(socketUrl: string): Promise<Connection> {
  const socket = new WebSocket(socketUrl);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const waiting = new Map<number, PromiseWithResolvers<Parameters>>();
  const events: { method: string; params: Parameters }[] = [];
  let wake = Promise.withResolvers<void>();
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.id === undefined) {
      events.push(message);
      wake.resolve();
      wake = Promise.withResolvers();
      return;
    }
    const waiter = waiting.get(message.id)!;
    if (message.error === undefined) waiter.resolve(message.result);
    else waiter.reject(message.error);
  };
  let lastId = 0;
  return {
    close: () => socket.close(),
    send(method, parameters = {}, sessionId = undefined) {
      const waiter = Promise.withResolvers<Parameters>();
      waiting.set(++lastId, waiter);
      socket.send(JSON.stringify({ id: lastId, method, params: parameters, sessionId }));
      return waiter.promise;
    },
    async event(wanted) {
      for (;;) {
        const at = events.findIndex(({ method }) => method === wanted);
        if (at >= 0) return events.splice(at, 1)[0]!.params;
        await wake.promise;
      }
    },
  };
}

/** Starts `source` as a file of this name in Node's home, paused before its first line unless flags are given, and connects. */
export async function debug(name: string, source: string, ...flags: string[]): Promise<Debugged> {
  const file = join(mkdtempSync(join(tmpdir(), "debugged-")), name);
  writeFileSync(file, source);
  const own = "brio" in process.versions ? ["--as", "node"] : [];
  const child = spawn(process.execPath, [...own, ...(flags.length === 0 ? ["--inspect-brk=0"] : flags), file], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout!.on("data", (chunk) => (stdout += chunk));
  const socketUrl = await new Promise<string>((resolve, reject) => {
    child.stderr!.on("data", (chunk) => {
      stderr += chunk;
      const found = /Debugger listening on (ws:\S+)/.exec(stderr);
      if (found !== null) resolve(found[1]!);
    });
    child.on("exit", (code) => reject(new Error(`ended with ${code}: ${stderr}`)));
  });
  const connection = await connect(socketUrl);
  return {
    url: pathToFileURL(file).href,
    socketUrl,
    child,
    ...connection,
    async end() {
      const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
      const exit = once(child, "exit");
      while (!stderr.includes("Waiting for the debugger to disconnect...") && !hasEnded())
        await new Promise((resolve) => setTimeout(resolve, 10));
      connection.close();
      if (!hasEnded()) await exit;
      return { stdout, stderr, code: child.exitCode };
    },
  };
}
