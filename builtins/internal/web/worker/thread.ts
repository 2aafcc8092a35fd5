// The parent's side of a child thread: its start, the channel of its messages, its end. The public classes are in
// `node:worker_threads` and `web:worker`.
import { type ThreadOwner, ownThread } from "internal:web/worker/events";
import { forgetPort, onPortMessage, type PortOwner, postTo, takeMessage } from "internal:web/messaging";
import { launch, option } from "internal:core/launch";
import defer * as packageGuard from "internal:core/package_guard";
import { mayBeginWith } from "internal:core/permissions";
import { home } from "internal:core/program";
import { inspection, isLoaded, load } from "internal:core/bootstrap";
import { fileUrl } from "internal:core/file_url";
import { type WorkerStart } from "internal:core/worker_state";
import { environmentData } from "internal:web/worker/environment_data";
import { type Serialized, serialize } from "web:structured_clone";
import * as messaging from "native:messaging";
import * as native from "native:worker";

/** The options of a thread; the others have defaults. */
export type ThreadOptions = Partial<WorkerStart> & Pick<WorkerStart, "entryKind" | "entry" | "isWeb">;

/** Receives the events of a thread. */
export interface ThreadListener extends Omit<ThreadOwner, "name"> {
  /** The bytes of the message are valid during the call. */
  threadMessage(message: Serialized): void;
  /** Messages wait for `takeMessages` and the end of the thread; they wake this thread no earlier. */
  readonly waitsForEnd?: boolean;
}

type InspectedStart = ReturnType<NonNullable<typeof inspection.startWorker>>;

const BYTES_PER_MEGABYTE = 1024 * 1024;

/** The stack of a worker unless `resourceLimits.stackSizeMb` says otherwise, as in Node. */
export const STACK_MEGABYTES = 4;

export class Thread implements PortOwner, ThreadOwner {
  /** Its number, -1 after its end. */
  id: number;
  readonly name: string;
  #port: number;
  #otherPort: number;
  #listener: ThreadListener;

  /** Starts a thread. Throws a DataCloneError when `data` cannot be cloned. */
  constructor(listener: ThreadListener, options: ThreadOptions, data: unknown, transferList: readonly object[]) {
    this.#listener = listener;
    this.name = options.name ?? "";
    const isPlain = transferList.length === 0 && environmentData.size === 0 && isJsonPrimitive(data);
    const first = isPlain ? null : firstMessage(data, transferList);
    const { first: port, second: otherPort } = messaging.createChannel();
    this.#port = port;
    this.#otherPort = otherPort;
    messaging.own(port);
    onPortMessage(port, this);
    if (first !== null) this.#send(first);
    if (listener.waitsForEnd !== true) messaging.start(port);
    const inspected = inspection.startWorker === null ? undefined : inspectedAs(options);
    const start = JSON.stringify({
      ...startOf(options, otherPort, first !== null, isPlain ? data : undefined),
      inspection: inspected,
    });
    const limits = options.resourceLimits ?? {};
    this.id = native.start(
      start,
      (limits.stackSizeMb ?? STACK_MEGABYTES) * BYTES_PER_MEGABYTE,
      heapMegabytes(limits) * BYTES_PER_MEGABYTE,
      false,
    );
    ownThread(this.id, this);
    inspected?.started(this.id);
  }

  /** Sends a clone of `value`. Throws a DataCloneError. */
  post(value: unknown, transferList: readonly object[]): void {
    const message = serialize(value, transferList, true);
    if (this.id !== -1) this.#send(message);
  }

  #send(message: Serialized): void {
    postTo(this.#port, message);
  }

  /** Terminates the thread, also while it runs code. */
  terminate(): void {
    if (this.id !== -1) native.terminate(this.id);
  }
  /** Sets whether the thread keeps this one alive. */
  keepAlive(isReferenced: boolean): void {
    if (this.id === -1) return;
    if (isReferenced) native.ref(this.id);
    else native.unref(this.id);
  }

  readonly readsAtOnce = true;
  receiveMessage(message: Serialized): void {
    this.#listener.threadMessage(message);
  }
  portClosed(): void {}
  threadOnline(): void {
    this.#listener.threadOnline();
  }
  threadOutput(descriptor: number, bytes: Uint8Array, ends?: Uint8Array | null): void {
    this.#listener.threadOutput(descriptor, bytes, ends);
  }
  threadFailed(error: Uint8Array): void {
    this.#drain();
    this.#listener.threadFailed(error);
  }
  threadOutOfMemory(): void {
    this.#listener.threadOutOfMemory();
  }
  threadEnded(code: number): void {
    this.#drain();
    forgetPort(this.#port);
    messaging.close(this.#port);
    messaging.close(this.#otherPort);
    this.id = -1;
    this.#listener.threadEnded(code);
  }

  /** Delivers the messages that have arrived. */
  takeMessages(): void {
    this.#drain();
  }

  // Messages that the thread sent before its failure or end are delivered before that event.
  #drain(): void {
    for (let message = takeMessage(this.#port); message !== null; message = takeMessage(this.#port))
      this.#listener.threadMessage(message);
  }
}

/** How debuggers inspect a thread; undefined for one without a program. */
function inspectedAs({ entryKind, entry, name = "" }: ThreadOptions): InspectedStart | undefined {
  if (entryKind !== "path" && entryKind !== "url" && entryKind !== "code") return undefined;
  const url = entryKind === "path" ? fileUrl(entry) : entryKind === "url" ? entry : null;
  return inspection.startWorker?.({ name, url });
}

// The engine's heap has no generations of fixed size: the limit is their sum. 0 for no limit.
function heapMegabytes({ maxOldGenerationSizeMb = -1, maxYoungGenerationSizeMb = -1 }: Record<string, number>): number {
  return maxOldGenerationSizeMb > 0 ? maxOldGenerationSizeMb + Math.max(maxYoungGenerationSizeMb, 0) : 0;
}

// Whether JSON preserves the value.
function isJsonPrimitive(value: unknown): boolean {
  return (
    value === null ||
    typeof value === "string" ||
    typeof value === "boolean" ||
    (Number.isFinite(value) && !Object.is(value, -0))
  );
}

function firstMessage(data: unknown, transferList: readonly object[]): Serialized | null {
  if (data === undefined && transferList.length === 0 && environmentData.size === 0) return null;
  return serialize({ data, environmentData }, transferList);
}

function startOf(options: ThreadOptions, port: number, hasData: boolean, data: unknown): WorkerStart {
  const { execArguments, options: flags, require, import: imports, restricts, embeddedFiles } = launch();
  return {
    restricts: restricts === true,
    mayReadEntry: restricts === true && options.entryKind === "path" && mayBeginWith(options.entry),
    home: home(),
    inputType: null,
    arguments: [],
    execArguments,
    require,
    import: imports,
    ...(embeddedFiles === undefined ? {} : { embeddedFiles }),
    name: "",
    environment: currentEnvironment(),
    sharedEnvironment: 0,
    resourceLimits: {},
    stdinPort: 0,
    isTrackingInternal: false,
    closesDescriptors: options.isWeb === false,
    ...options,
    options: optionsFor(options.options ?? flags),
    port,
    hasData,
    data,
  };
}

/** Under a policy with lists of packages, a worker has them too, whatever options it is given. */
function optionsFor(given: [string, string][]): [string, string][] {
  return option("--sandbox-packages") === undefined ? given : packageGuard.optionsOfWorker(given, Thread);
}

function currentEnvironment(): Record<string, string> | null {
  if (!isLoaded("internal:core/process/environment")) return null;
  const { variables, isEnvironmentChanged } = load("internal:core/process/environment");
  return isEnvironmentChanged() ? { ...variables } : null;
}
