// A user of the command-line debugger, for tests: starts it on a program, types commands and reads what it prints.
import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** A started debugger. */
export interface Prompt {
  folder: string;
  /** Types a line, and returns what is printed until `wanted` matches; without one, until the next `prompt`. */
  type(line: string, wanted?: RegExp, prompt?: RegExp): Promise<string>;
  /** What is printed until `wanted` matches. */
  until(wanted: RegExp): Promise<string>;
  /** Ends the input. Returns the exit code. */
  end(): Promise<number | null>;
  exitCode: Promise<number | null>;
}

/** The debugger's prompt, at the end of what was printed. */
const PROMPT = /debug> $/;

/** Starts the debugger with arguments; `FILE` among them is the name of a file with the source. */
export function start(source: string, given = ["--port=0", "FILE"], environment: Record<string, string> = {}): Prompt {
  const folder = mkdtempSync(join(tmpdir(), "debugger-"));
  writeFileSync(join(folder, "program.js"), source);
  const words = given.map((word) => (word === "FILE" ? "program.js" : word));
  const child = spawn(process.execPath, ["inspect", ...words], {
    cwd: folder,
    env: { ...process.env, ...environment },
  });
  let printed = "";
  let wake = Promise.withResolvers<void>();
  let hasEnded = false;
  const changed = (): void => {
    wake.resolve();
    wake = Promise.withResolvers();
  };
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      printed += String(chunk).replaceAll("\b", "");
      changed();
    });
  const exitCode = new Promise<number | null>((resolve) =>
    child.on("close", (code) => {
      hasEnded = true;
      changed();
      resolve(code);
    }),
  );
  const until = async (wanted: RegExp): Promise<string> => {
    for (;;) {
      if (wanted.test(printed)) return printed;
      if (hasEnded) throw new Error(`ended without ${wanted}: ${printed}`);
      await wake.promise;
    }
  };
  return {
    folder,
    until,
    async type(line, wanted = PROMPT, prompt = PROMPT) {
      printed = "";
      child.stdin.write(`${line}\n`);
      await until(wanted);
      return until(prompt);
    },
    end() {
      child.stdin.end();
      return exitCode;
    },
    exitCode,
  };
}
