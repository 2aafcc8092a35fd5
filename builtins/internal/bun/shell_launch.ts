// The child processes of `Bun.$`: their file descriptors, and pipes for the streams that pass through this process.
import { encodeUtf8 } from "internal:core/utf8";
import nodeProcess from "internal:node/process";
import { type Slot } from "internal:node/child_process/stdio";
import { ProcessHandle } from "internal:node/child_process/process_handle";
import { type StreamHandle, openPair } from "internal:node/net/handle";
import { signals } from "internal:core/signals";
import { type Sink, type Source, type Streams } from "internal:bun/shell_io";
import { which } from "internal:node/process/which";
import { WriteEncoding, WriteStatus, closeDescriptor } from "native:net";

const SIGNAL_EXIT_BASE = 128;

interface Pipe {
  handle: StreamHandle;
  fd: number;
}

/** Starts a program and waits for its exit and its whole output. Resolves with its exit code; 1 when there is no such program. */
export async function launch(
  args: string[],
  environment: Record<string, string>,
  directory: string,
  { source, output, errors }: Streams,
): Promise<number> {
  const pipes = new Map<Sink, Pipe>();
  const slotOf = (sink: Sink): Slot => {
    if (sink.fd !== -1) return { type: "fd", fd: sink.fd };
    // Two outputs into one sink share a file descriptor, which preserves their order.
    let pipe = pipes.get(sink);
    if (pipe === undefined) pipes.set(sink, (pipe = openPair()));
    return { type: "fd", fd: pipe.fd };
  };
  const input = source.fd === -1 ? openPair() : null;
  const slots: Slot[] = [{ type: "fd", fd: input?.fd ?? source.fd }, slotOf(output), slotOf(errors)];
  const { promise: ended, resolve } = Promise.withResolvers<number>();
  const child = new ProcessHandle((code, signal) =>
    resolve(signal === null ? code : SIGNAL_EXIT_BASE + (signals[signal] ?? 0)),
  );
  const started = child.spawn(
    {
      ...programOf(args, environment, directory),
      envPairs: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
      cwd: directory,
    },
    slots,
  );
  const all = [...pipes.values(), ...(input === null ? [] : [input])];
  for (const { fd } of all) closeDescriptor(fd);
  if (typeof started === "number") {
    for (const { handle } of all) handle.close();
    return reportUnknown(args[0]!, errors);
  }
  if (input !== null) feed(input.handle, source);
  const reads = [...pipes].map(([sink, { handle }]) => drain(handle, sink));
  const code = await ended;
  await Promise.all(reads);
  return code;
}

/** Reports a program that does not exist. Resolves with its exit code. */
export async function reportUnknown(name: string, errors: Sink): Promise<number> {
  await errors.write(encodeUtf8(`bun: command not found: ${name}\n`));
  return 1;
}

/** A program receives the path where it was found as its own name. `bun` is this runtime when Bun is not installed. */
function programOf(
  args: string[],
  environment: Record<string, string>,
  directory: string,
): { file: string; args: string[] } {
  const name = args[0]!;
  if (name.includes("/")) return { file: name, args };
  const path = which(name, environment["PATH"] ?? "", directory);
  if (path !== null) return { file: path, args: [path, ...args.slice(1)] };
  if (name !== "bun") return { file: name, args };
  return { file: nodeProcess.execPath, args: ["bun", "--as", "bun", ...args.slice(1)] };
}

function drain(handle: StreamHandle, sink: Sink): Promise<void> {
  return new Promise((resolve) => {
    handle.onRead = (_handle, bytes) => void sink.write(bytes);
    handle.onEnd = () => {
      handle.close();
      resolve();
    };
    handle.readStart();
  });
}

function feed(handle: StreamHandle, { bytes }: Source): void {
  const finish = (): void => handle.shutdown(() => handle.close());
  // A program that stops reading is not a failure.
  const outcome = handle.write(bytes!, WriteEncoding.UTF8, finish);
  if (outcome !== WriteStatus.WAITING) finish();
}
