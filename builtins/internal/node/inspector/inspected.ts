// The inspected main thread: it starts the thread that serves debuggers.
import { isLoaded, services } from "internal:core/bootstrap";
import { type Launch, launch, option } from "internal:core/launch";
import { home } from "internal:core/program";
import { onEnd } from "internal:core/process/state";
import { fileUrl } from "internal:core/file_url";
import type { WorkerStart } from "internal:core/worker_state";
import { randomUUID } from "internal:web/crypto/random_uuid";
import { ownThread } from "internal:web/worker/events";
import type { ServerStart } from "internal:node/inspector/channel";
import { InspectedThread } from "internal:node/inspector/inspected_thread";
import * as messaging from "native:messaging";
import { refuseBytecode } from "native:modules";
import { execPath, pid } from "native:process";
import { writeError } from "native:stdio";
import * as threads from "native:worker";

const STACK_BYTES = 4 * 1024 * 1024;
export const DEFAULT_PORT = 9229;
export const DEFAULT_HOST = "127.0.0.1";

/** What libuv calls the errors of listening. */
const REASONS: Record<string, string> = {
  EADDRINUSE: "address already in use",
  EADDRNOTAVAIL: "address not available",
  EACCES: "permission denied",
};

/** How the program is offered to debuggers. */
export interface Offer {
  host: string;
  port: number;
  pausesAtStart: boolean;
  /** `--inspect-publish-uid`: where the address is published. */
  publishes: string[];
}

class Server extends InspectedThread {
  readonly #thread: number;
  readonly #id: string;
  /** The end of the channel that the thread receives; it closes it when it ends. */
  readonly #threadPort: number;
  #listening: { url: string; port: number } | null = null;

  constructor() {
    const { first, second } = messaging.createChannel();
    const id = randomUUID();
    const thread = threads.threadId();
    super(first, id, thread);
    refuseBytecode();
    this.#id = id;
    this.#threadPort = second;
    const title = `${execPath()}[${pid()}]`;
    const start: ServerStart = {
      id,
      thread,
      title,
      name: title,
      mainUrl: launch().file === null ? null : fileUrl(launch().path),
      hasResources: option("--experimental-inspector-network-resource") !== undefined,
      hasTargets: option("--experimental-worker-inspection") !== undefined,
    };
    this.#thread = threads.start(JSON.stringify(startOf(second, start)), STACK_BYTES, 0, true);
    ownThread(this.#thread, {
      threadOnline() {},
      threadOutput() {},
      threadOutOfMemory() {},
      threadFailed: () => this.end(),
      threadEnded: () => this.end(),
    });
    threads.unref(this.#thread);
    this.begin();
  }

  /** A thread that cannot start does not take its end of the channel, so it is closed here. */
  protected override stillWaits(): void {
    if (threads.hasEnded(this.#thread)) messaging.close(this.#threadPort);
  }

  /** The address for debuggers; undefined while none can connect. */
  get url(): string | undefined {
    return this.#listening?.url;
  }

  /** The port that debuggers connect to. */
  get port(): number | undefined {
    return this.#listening?.port;
  }

  /** Lets debuggers connect. Throws an Error whose `cause` is the system's code. */
  listen({ host, port, pausesAtStart, publishes: places }: Offer): void {
    this.send({ kind: "listen", at: { host, port, pausesAtStart, publishes: places.includes("http") } });
    const answer = this.next((message) => message.kind === "listening" || message.kind === "failed");
    if (answer?.kind !== "listening") {
      const reason = answer?.kind === "failed" ? answer : { code: "", message: "the thread has ended" };
      throw new Error(reason.message, { cause: reason.code });
    }
    const shown = answer.host.includes(":") ? `[${answer.host}]` : answer.host;
    this.#listening = { url: `ws://${shown}:${answer.port}/${this.#id}`, port: answer.port };
    this.keepConsole();
  }

  override waitForDisconnect(): void {
    if (this.isWaiting || this.sessions === 0) return;
    writeError("Waiting for the debugger to disconnect...\n");
    super.waitForDisconnect();
  }

  /** Ends serving debuggers; sessions of the program itself remain. */
  close(): void {
    if (this.hasEnded) return;
    this.#listening = null;
    if (this.hasOwnSessions) return this.send({ kind: "close" });
    this.end();
    threads.terminate(this.#thread);
  }
}

function startOf(port: number, start: ServerStart): WorkerStart {
  return {
    restricts: false,
    home: "bun",
    isWeb: false,
    entryKind: "inspector",
    entry: JSON.stringify(start),
    inputType: null,
    arguments: [],
    execArguments: [],
    options: [],
    require: [],
    import: [],
    name: "",
    environment: null,
    sharedEnvironment: 0,
    resourceLimits: {},
    port,
    hasData: false,
    stdinPort: 0,
    isTrackingInternal: false,
    closesDescriptors: false,
  };
}

let server: Server | null = null;

/** Begins to serve debuggers. Throws an Error whose `cause` is the system's code. */
export function open(offered: Offer): void {
  const serving = threadOfProgram();
  try {
    serving.listen(offered);
  } catch (error) {
    close();
    throw error;
  }
  if (isLoaded("internal:node/process")) services().process.debugPort = serving.port;
  onEnd(() => server?.waitForDisconnect());
  if (offered.publishes.includes("stderr")) writeError(`Debugger listening on ${serving.url}\n${advice()}\n`);
}

/** The thread that serves debuggers, and the sessions of the program itself. */
function threadOfProgram(): Server {
  if (server === null || server.hasEnded) server = new Server();
  return server;
}

/** The inspected side of this thread, for sessions of the program itself. */
export function ownThreadSide(): InspectedThread {
  return InspectedThread.current ?? threadOfProgram();
}

/** What to do with the address, in the words of the program's home. */
function advice(): string {
  return home() === "deno"
    ? "Visit chrome://inspect to connect to the debugger."
    : "For help, see: https://nodejs.org/learn/getting-started/debugging";
}

/** Where the flags publish the address (`--inspect-publish-uid`). */
export function publishes({ options }: Launch = launch()): string[] {
  return (options.findLast(([name]) => name === "--inspect-publish-uid")?.[1] ?? "stderr,http").split(",");
}

/** `open`, but a failure is reported on standard error. */
export function tryOpen(offered: Offer): boolean {
  try {
    open(offered);
    return true;
  } catch (error) {
    const reason = REASONS[String((error as Error).cause)] ?? (error as Error).message;
    writeError(`Starting inspector on ${offered.host}:${offered.port} failed: ${reason}\n`);
    return false;
  }
}

/** The address for debuggers; undefined while none can connect. */
export function url(): string | undefined {
  return server?.url;
}

/** The port that debuggers connect to; undefined while none can. */
export function port(): number | undefined {
  return server?.port;
}

/** Ends serving debuggers. */
export function close(): void {
  if (server?.url === undefined) return;
  writeError(`Debugger ending on ${server.url}\nFor help, see: https://nodejs.org/learn/getting-started/debugging\n`);
  server.close();
}

/** Blocks until a debugger lets the program continue. Returns false when none can connect. */
export function waitForDebugger(): boolean {
  if (server?.url === undefined) return false;
  server.waitForDebugger();
  return true;
}
