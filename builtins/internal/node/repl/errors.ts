// The errors of a REPL: those of its inputs, and those of later callbacks of an input, which arrive through its domain.
import { withIteration } from "internal:core/bootstrap";
import { ERR_INVALID_REPL_INPUT } from "internal:core/errors";
import { reword } from "internal:node/repl/evaluate";
import { withoutRejections } from "internal:node/domain/domain";
import { kIsStandalone } from "internal:node/repl/state";
import { ownPrepare } from "internal:core/stack/install";
import { formatDefault, framesOf, setStack, stackOf } from "internal:core/stack/stack";
import defer * as callSites from "internal:core/stack/call_site";
import type { REPLServer } from "internal:node/repl/server";
import processObject from "internal:node/process";

const domains = new WeakSet<object>();
let isWatching = false;

/** Prints the errors of a REPL's domain and continues. */
export function showErrors(self: REPLServer): void {
  withoutRejections.add(self._domain);
  if (!self[kIsStandalone]) watchListeners(self._domain);
  self._domain.on("error", (error: unknown) => {
    const shown = withIteration(() => format(self, error));
    if (!self.underscoreErrAssigned) self.lastError = error;
    if (self[kIsStandalone] && processObject.listenerCount("uncaughtException") !== 0) {
      processObject.nextTick(() => {
        processObject.emit("uncaughtException", error);
        continuePrompt(self);
      });
      return;
    }
    withIteration(() => {
      self.output.write(withUncaught(shown, self.writer.options?.breakLength ?? 80));
      continuePrompt(self);
    });
  });
}

/**
 * The REPL of the command line owns its process: errors outside of domains, such as unhandled rejections, count as errors of
 * an input, too.
 */
export function showStrayErrors(self: REPLServer): void {
  // When the reader of the output has left, the error of a write must not be printed, which would be another write.
  self.output.on("error", () => {});
  processObject.addUncaughtExceptionCaptureCallback((error: unknown) => {
    self._domain.emit("error", error);
    return true;
  });
}

function continuePrompt(self: REPLServer): void {
  self.clearBufferedCommand();
  self.sawEnd = false;
  if (!self.closed) self.displayPrompt();
}

/** An input must not handle all errors of the program: adding the listener throws, so the input fails. */
function watchListeners(domain: object): void {
  domains.add(domain);
  if (isWatching) return;
  isWatching = true;
  processObject.prependListener("newListener", (event: string, listener: Function) => {
    const current: object | null | undefined = processObject.domain;
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

function format(self: REPLServer, error: any): string {
  if (typeof error !== "object" || error === null) return self.writer(error);
  if (error.domainThrown) {
    delete error.domain;
    delete error.domainThrown;
  }
  if (Error.isError(error)) trimStack(reword(error));
  const shown = self.writer(error);
  // Removes the brackets around an error without a stack; members may follow.
  if (!shown.startsWith("[")) return shown;
  if (shown.endsWith("]")) return shown.slice(1, -1);
  const stack = Error.isError(error) ? stackOf(error) : null;
  return typeof stack === "string" && shown.startsWith(`[${stack}]`) ? stack + shown.slice(stack.length + 2) : shown;
}

/** Removes the REPL's own frame and the frames below it from a stack. */
function trimStack(error: any): void {
  const frames = framesOf(error);
  if (frames !== null) {
    const last = frames.findLastIndex((frame) => frame.functionName === "" && /^REPL\d+$/.test(frame.url));
    const shownFrames = last === -1 ? frames : frames.slice(0, last);
    const prepare = ownPrepare();
    const stack =
      prepare !== undefined
        ? (prepare.call(
            Error,
            error,
            shownFrames.map((frame) => callSites.make(frame)),
          ) as string)
        : formatDefault(error, shownFrames);
    setStack(error, stack);
    return;
  }
  const stack = stackOf(error);
  if (typeof stack !== "string") return;
  if (error.name === "SyntaxError")
    setStack(error, stack.replace(/^REPL\d+:\d+\r?\n/, "").replace(/^\s+at\s.*\n?/gm, ""));
}

/** Adds "Uncaught" before the line with the name of the error. */
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
