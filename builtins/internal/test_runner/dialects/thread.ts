// The thread of one test file: receives its job with its start, sends messages to the run, and ends.
import type { BenchJob } from "internal:test_runner/bench/realm";
import defer * as benches from "internal:test_runner/bench/realm";
import type { TransformerChannel } from "internal:test_runner/dialects/transformer_thread";
import defer * as transformers from "internal:test_runner/dialects/transformer_thread";
import type { Job, Message } from "internal:test_runner/dialects/protocol";
import { clearSharedMemory, setSharedMemory } from "internal:test_runner/dialects/limits";
import { defineTestGlobals, runJob } from "internal:test_runner/dialects/realm";
import type { RealmBaseline } from "internal:test_runner/dialects/realm_baseline";
import defer * as environments from "internal:test_runner/dialects/environments";
import defer * as baselines from "internal:test_runner/dialects/realm_baseline";
import { services } from "internal:core/bootstrap";
import { type Launch } from "internal:core/launch";
import { setMainUrl } from "internal:core/program";
import { fileUrl } from "internal:core/file_url";
import defer * as codeCache from "internal:loader/code_cache";
import { configureResolution } from "internal:loader/run_main";
import { onPortMessage, postTo } from "internal:web/messaging";
import { type WorkerStart } from "internal:core/worker_state";
import { deserialize, type Serialized, serialize } from "web:structured_clone";
import defer * as uncaught from "internal:core/uncaught";
import * as state from "internal:core/process/state";
import processModule from "internal:node/process";
import { flush, writeBytes } from "native:stdio";
import * as messaging from "native:messaging";
import { close } from "native:worker";

/** What the run sends first. */
export type Opening = TestOpening | { bench: BenchJob } | { transformers: TransformerChannel };

/** `JSON.stringify` before a test can replace it. */
const { stringify } = JSON;

interface TestOpening {
  /** That of the first file; the others differ in their names. */
  job: Job;
  files: string[];
  /** What is written to standard error when a file has ended. */
  endMark: Uint8Array;
  /** The memory with the deadline and the number of the running test; null: that of the file before. */
  deadline: SharedArrayBuffer | null;
}

/** Starts the thread's work. */
export function run(start: WorkerStart, program: Launch): void {
  const { port } = start;
  messaging.own(port);
  configureResolution(program);
  onPortMessage(port, {
    receiveMessage: ({ bytes, transferred }: Serialized) =>
      void begin(deserialize(bytes, transferred) as Opening, port, program).catch(uncaught.handle),
    portClosed: () => state.exitNow(0),
  });
  messaging.ref(port);
  messaging.start(port);
}

async function begin(opening: Opening, port: number, program: Launch): Promise<void> {
  if ("bench" in opening) return beginBench(opening.bench, port);
  if ("transformers" in opening) return beginTransformers(opening.transformers, program);
  const { job, files, deadline, endMark } = opening;
  if (deadline !== null) setSharedMemory(deadline);
  for (let index = 0; index < files.length; index++) {
    const send = (message: Message): void => {
      // Messages are plain data: the engine writes JSON several times faster than structured clones are written.
      postTo(port, serialize(stringify([index, message])));
      if (message.kind === "end") writeBytes(2, endMark);
    };
    if (index > 0 || deadline === null) clearSharedMemory();
    // Unlike an exit, this terminates no code: the next file gets a new global object in the same virtual machine.
    if (!(await runFile({ ...job, file: files[index]! }, send, program))) return close(0);
  }
}

/** Runs a file. Returns whether its realm can be used again. */
async function runFile(job: Job, send: (message: Message) => void, program: Launch): Promise<boolean> {
  setMainUrl(fileUrl(job.file));
  if (baseline !== null) setProgramFile(program, job.file);
  else if (job.reusesRealm) {
    defineTestGlobals(job);
    if (job.environment !== null) await environments.prepare(job.environment, job.root, job.dialect);
    baseline = new baselines.RealmBaseline(job.known, job.environment !== null);
    codeCache.keepCode();
  }
  return runJob(job, send, () => restrict(program, job), baseline);
}

/** How the realm was before its first file, when it may be used again. */
let baseline: RealmBaseline | null = null;

/** What a program sees as its file, in a realm that ran another one. */
function setProgramFile(program: Launch, file: string): void {
  program.file = program.path = file;
  (processModule as unknown as { argv: string[] }).argv[1] = file;
}

/** The files' permissions begin where the runner has prepared the thread. */
function restrict(program: Launch, job: Job): void {
  if (!program.restricts) return;
  services().restrictTests(program, job.home, [job.file, ...job.setupFiles, ...job.setupFilesAfterEnv]);
}

let hasTransformers = false;

function beginTransformers(channel: TransformerChannel, program: Launch): void {
  // Its files are those of the configuration, which have the permissions of the run.
  if (program.restricts && !hasTransformers) services().restrictTests(program, "node", []);
  hasTransformers = true;
  transformers.serveTransforms(channel);
}

async function beginBench(bench: BenchJob, port: number): Promise<void> {
  setMainUrl(fileUrl(bench.job.file));
  await benches.runBenchJob(bench, (message) => postTo(port, serialize(message)));
  flush();
  close(0);
}
