// Errors of a prompt: those of its inputs, and those of callbacks that an input left behind, which arrive through its domain.
import { ERR_INVALID_REPL_INPUT } from "internal:core/errors";
import { reword } from "internal:node/repl/evaluate";
import { withoutRejections } from "internal:node/domain/domain";
import { kIsStandalone } from "internal:node/repl/state";
import { ownPrepare } from "internal:core/stack/install";
import { formatDefault, framesOf, setStack, stackOf } from "internal:core/stack/stack";
import defer * as callSites from "internal:core/stack/call_site";
import processObject from "internal:node/process";

const domains = new WeakSet<object>();
let isWatching = false;

/** Prints the errors of a prompt's domain, and goes on. */
export function showErrors(self: any): void {
  withoutRejections.add(self._domain);
  if (!self[kIsStandalone]) watchListeners(self._domain);
  self._domain.on("error", (error: any) => {
    const shown = textOf(self, error);
    if (!self.underscoreErrAssigned) self.lastError = error;
    if (self[kIsStandalone] && processObject.listenerCount("uncaughtException") !== 0) {
      processObject.nextTick(() => {
        processObject.emit("uncaughtException", error);
        goOn(self);
      });
      return;
    }
    self.output.write(withUncaught(shown, self.writer.options?.breakLength ?? 80));
    goOn(self);
  });
}

/**
 * The prompt of the command line owns its process: what no domain sees, as a promise that nobody handles, is taken for an input's, too.
 */
export function showStrayErrors(self: any): void {
  (processObject as any).addUncaughtExceptionCaptureCallback((error: unknown) => {
    self._domain.emit("error", error);
    return true;
  });
}

function goOn(self: any): void {
  self.clearBufferedCommand();
  self.sawEnd = false;
  if (!self.closed) self.displayPrompt();
}

/** An input must not take all errors of the program over: adding the listener fails, and the input with it. */
function watchListeners(domain: object): void {
  domains.add(domain);
  if (isWatching) return;
  isWatching = true;
  processObject.prependListener("newListener", (event: string, listener: Function) => {
    const current: any = processObject.domain;
    if (
      event !== "uncaughtException" ||
      !current ||
      listener.name === "domainUncaughtExceptionClear" ||
      !domains.has(current)
    )
      return;
    throw new ERR_INVALID_REPL_INPUT("Listeners for `uncaughtException` cannot be used in the REPL");
  });
}

function textOf(self: any, error: any): string {
  if (typeof error !== "object" || error === null) return self.writer(error);
  if (error.domainThrown) {
    delete error.domain;
    delete error.domainThrown;
  }
  if ((Error as any).isError(error)) trimStack(reword(error));
  const shown: string = self.writer(error);
  // The brackets around an error without a stack.
  return shown.startsWith("[") && shown.endsWith("]") ? shown.slice(1, -1) : shown;
}

/** Leaves the prompt's own frame, and what is below it, out of a stack. */
function trimStack(error: any): void {
  const frames = framesOf(error);
  if (frames !== null) {
    const last = frames.findLastIndex((frame) => frame.functionName === "" && /^REPL\d+$/.test(frame.url));
    const kept = last === -1 ? frames : frames.slice(0, last);
    const prepare = ownPrepare();
    const stack =
      prepare !== undefined
        ? (prepare.call(
            Error,
            error,
            kept.map((frame) => callSites.make(frame)),
          ) as string)
        : formatDefault(error, kept);
    setStack(error, stack);
    return;
  }
  const stack = stackOf(error);
  if (typeof stack !== "string") return;
  if (error.name === "SyntaxError")
    setStack(error, stack.replace(/^REPL\d+:\d+\r?\n/, "").replace(/^\s+at\s.*\n?/gm, ""));
}

/** Puts "Uncaught" before the line that names the error. */
function withUncaught(text: string, width: number): string {
  const lines = text.split(/(?<=\n)/);
  const index = lines.findIndex((line) => /^\[?([A-Z][a-z0-9_]*)*Error/.test(line));
  let shown: string;
  if (index === -1) shown = `Uncaught${lines.length === 1 ? " " : ":\n"}${text}`;
  else {
    const line = lines[index]!;
    lines[index] = width >= line.length ? `Uncaught ${line}` : `Uncaught:\n${line}`;
    shown = lines.join("");
  }
  return shown.endsWith("\n") ? shown : `${shown}\n`;
}
