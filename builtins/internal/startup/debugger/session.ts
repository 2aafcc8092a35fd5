// A debugging session: the connection, where the program is paused, what is watched. What the user types is in `prompt`.
import { ERR_DEBUGGER_ERROR } from "internal:core/errors";
import { Breakpoints } from "internal:startup/debugger/breakpoints";
import { Child } from "internal:startup/debugger/child";
import { Client, notConnected } from "internal:startup/debugger/client";
import type { Target } from "internal:startup/debugger/command_line";
import { type Script, Scripts } from "internal:startup/debugger/scripts";
import { linesAround } from "internal:startup/debugger/source_lines";
import { environment } from "internal:core/process/environment";
import { setTimeout } from "internal:node/timers/promises";
import { Profiles } from "internal:startup/debugger/profiles";
import type { Parameters } from "internal:startup/inspector/protocol";
import { show } from "internal:startup/debugger/values";

const ATTEMPTS = 5;
const RETRY_MS = 200;
/** How many lines are shown around those that stepping shows, and around a new breakpoint. */
const AROUND = 2;
const AROUND_BREAKPOINT = 5;
/** The last objects of expressions are kept in a group. */
const GROUP = "brio-inspect";

/** Prints a line; what follows is on the same line when it does not end there. */
export type Print = (text: string, continues?: boolean) => void;

export class Session {
  readonly client = new Client();
  readonly scripts = new Scripts();
  readonly breakpoints: Breakpoints;
  readonly profiles: Profiles;
  /** The calls of a paused program, the innermost first. */
  #frames: Parameters[] = [];
  readonly #target: Target;
  readonly #print: Print;
  #child: Child | null = null;
  #watched: string[] = [];
  #exceptions = "none";
  around = AROUND;

  constructor(target: Target, print: Print) {
    this.#target = target;
    this.#print = print;
    this.breakpoints = new Breakpoints(this.client, this.scripts, print);
    this.profiles = new Profiles(this.client, print);
    this.client.on("Debugger.scriptParsed", (script: Script & { scriptId: string }) => this.scripts.add(script));
    this.client.on("Debugger.resumed", () => (this.#frames = []));
    this.client.on("Debugger.paused", (details: Parameters) => void this.#paused(details));
    this.client.on("close", () => (this.#frames = []));
  }

  /** Starts the program, or finds it, and connects. Throws when that fails. */
  async begin(): Promise<void> {
    let { host, port } = this.#target;
    if (this.#target.kind === "launched")
      ({ child: this.#child, host, port } = await Child.start(this.#target, this.#print));
    this.#print(`connecting to ${host}:${port} ...`, true);
    await this.client.connect(await this.#find(host, port));
    this.#print(" ok");
    await this.#prepare();
  }

  async #find(host: string, port: number): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.client.find(host, port);
      } catch {
        if (attempt === ATTEMPTS) {
          this.#print(" failed to connect, please retry");
          throw new ERR_DEBUGGER_ERROR("failed to connect");
        }
        await setTimeout(RETRY_MS);
      }
    }
  }

  async #prepare(): Promise<void> {
    const { client } = this;
    await client.call("Debugger.enable");
    await client.call("Runtime.enable");
    await client.call("Profiler.enable");
    await client.call("Debugger.setPauseOnExceptions", { state: this.#exceptions });
  }

  /** Lets a program that waits for a debugger start. */
  async release(): Promise<void> {
    await this.breakpoints.restore();
    await this.client.call("Runtime.runIfWaitingForDebugger");
  }

  /** Ends the connection, and a program that was started. */
  async end(): Promise<void> {
    this.client.close();
    this.scripts.forget();
    await this.#child?.stop();
    this.#child = null;
  }

  /** `end` for an exit. */
  kill(): void {
    this.#child?.kill();
  }

  /** Ends the program and starts it again. */
  async restart(): Promise<void> {
    await this.end();
    await this.begin();
    await this.release();
  }

  async #paused({ callFrames, reason }: Parameters): Promise<void> {
    this.#frames = callFrames;
    if (reason === "Break on start" && environment.NODE_INSPECT_RESUME_ON_START === "1")
      return void this.client.call("Debugger.resume");
    const { script, line } = this.place();
    const title = reason === "other" || reason === "debugCommand" ? "break" : reason;
    const parts = [`${title} in ${script.name}:${line + 1}`];
    try {
      if (this.#watched.length > 0) parts.push(`Watchers:\n${await this.watchers()}\n`);
      parts.push(await this.lines(this.around));
    } catch {
      // It has ended, or continued.
    }
    this.#print(parts.join("\n"));
  }

  /** Where the program is paused. Throws when it runs. */
  place(): { script: Script; line: number; frame: Parameters } {
    const [frame] = this.#frames;
    if (!this.client.isConnected) throw notConnected();
    if (frame === undefined) throw new ERR_DEBUGGER_ERROR("Requires execution to be paused");
    const { scriptId, lineNumber } = frame.location;
    const script = this.scripts.get(scriptId) ?? { id: scriptId, url: frame.url, name: frame.url };
    return { script, line: lineNumber, frame };
  }

  get currentScript(): string | undefined {
    return this.#frames[0]?.location.scriptId;
  }

  /** The lines around the place of the pause. */
  async lines(around: number): Promise<string> {
    const { script, line } = this.place();
    return linesAround(await this.#source(script), line, around, true);
  }

  /** The lines around a breakpoint that was just set. */
  async linesOfBreakpoint(script: Script, line: number): Promise<string> {
    return linesAround(await this.#source(script), line, AROUND_BREAKPOINT, true);
  }

  async #source({ id }: Script): Promise<string> {
    return (await this.client.call("Debugger.getScriptSource", { scriptId: id })).scriptSource;
  }

  backtrace(): string {
    this.place();
    return this.#frames
      .map(({ functionName, url, location: { scriptId, lineNumber, columnNumber } }, index) => {
        const name = this.scripts.get(scriptId)?.name ?? url;
        return `#${index} ${functionName || "(anonymous)"} ${name}:${lineNumber + 1}:${columnNumber}`;
      })
      .join("\n");
  }

  /** Continues a paused program. */
  async proceed(command: string): Promise<void> {
    this.place();
    await this.client.call(`Debugger.${command}`);
  }

  /** Evaluates in the innermost call, or in the global scope while the program runs. Returns the value as text. */
  async evaluate(expression: string): Promise<string> {
    const isObject = /^\s*\{[^]*\}\s*$/.test(expression);
    const asked = {
      expression: isObject ? `(${expression})` : expression,
      objectGroup: GROUP,
      generatePreview: true,
      includeCommandLineAPI: true,
    };
    const callFrameId: unknown = this.#frames[0]?.callFrameId;
    const { result } =
      callFrameId === undefined
        ? await this.client.call("Runtime.evaluate", asked)
        : await this.client.call("Debugger.evaluateOnCallFrame", { callFrameId, ...asked });
    return show(result);
  }

  /** The names in each scope of the innermost call, without the global one. */
  async scopes(): Promise<string[][]> {
    const { frame } = this.place();
    const scopes = frame.scopeChain.filter(({ type }: Parameters) => type !== "global");
    return Promise.all(
      scopes.map(async ({ object: { objectId } }: Parameters) => {
        const { result } = await this.client.call("Runtime.getProperties", { objectId, generatePreview: true });
        return result.map(({ name }: Parameters) => name);
      }),
    );
  }

  watch(expression: string): void {
    this.#watched.push(expression);
  }
  /** `which`: the expression, or its index. */
  unwatch(which: string | number): void {
    const index = typeof which === "number" ? which : this.#watched.indexOf(which);
    if (index >= 0) this.#watched.splice(index, 1);
  }
  async watchers(): Promise<string> {
    const shown: string[] = [];
    for (const [index, expression] of this.#watched.entries()) {
      const lines = (await this.evaluate(expression)).split("\n");
      const value = lines.length === 1 ? ` ${lines[0]!}` : `\n${lines.map((line) => `    ${line}`).join("\n")}`;
      shown.push(`  ${index}: ${expression} =${value}`);
    }
    return shown.join("\n");
  }

  async pauseOnExceptions(state: string): Promise<void> {
    this.#exceptions = state;
    await this.client.call("Debugger.setPauseOnExceptions", { state });
  }
}
