// What a run prints. It writes without streams, which would be loaded for it alone.
import { writeStderr, writeStdout } from "internal:core/stdio";
import defer * as depth from "internal:node/tty/color_depth";
import { captureOutput, columns, DescriptorKind, flush, kindOf } from "native:stdio";

/** As much of a stream as reporters use. */
export interface Output {
  write(text: string): void;
  readonly isTTY: boolean;
  readonly columns: number;
  getColorDepth(): number;
}

const COLUMNS_DEFAULT = 80;

let capturesFile = false;

/** Keeps what this thread writes for the report of the file that runs in it (`takeCaptured`), or ends that. */
export function captureFile(isOn: boolean): void {
  capturesFile = isOn;
  captureOutput(isOn);
}

/** Writes what is not output of the file. */
function writeBeside(write: () => unknown): void {
  if (!capturesFile) return void write();
  captureOutput(false);
  write();
  flush();
  captureOutput(true);
}

function output(descriptor: number, write: (text: string) => unknown): Output {
  return {
    write: (text) => writeBeside(() => write(text)),
    get isTTY() {
      return kindOf(descriptor) === DescriptorKind.TERMINAL;
    },
    get columns() {
      return columns(descriptor) || COLUMNS_DEFAULT;
    },
    getColorDepth: () => depth.getColorDepth(),
  };
}

export const stdout = output(1, writeStdout);
export const stderr = output(2, writeStderr);
