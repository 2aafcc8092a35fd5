// `util.debuglog`: messages of sections that the environment variable NODE_DEBUG names.
import { formatWithOptions, inspect } from "internal:core/util/inspect";
import defer * as palettes from "internal:core/util/colors";
import defer * as warnings from "internal:core/process/warn";
import { services, pinned } from "internal:core/bootstrap";

type Logger = ((...args: unknown[]) => void) & { readonly enabled: boolean };

let pattern: RegExp | null | undefined;
const writers = pinned(new Map<string, (...args: unknown[]) => void>());

function isEnabled(section: string): boolean {
  if (pattern === undefined) {
    const sections: string | undefined = services().variables.NODE_DEBUG;
    pattern = sections
      ? new RegExp(
          `^${sections
            .replace(/[|\\{}()[\]^$+?.]/g, "\\$&")
            .replaceAll("*", ".*")
            .replaceAll(",", "$|^")}$`,
          "i",
        )
      : null;
  }
  return pattern !== null && pattern.test(section);
}

function writerOf(section: string): (...args: unknown[]) => void {
  let writer = writers.get(section);
  if (writer !== undefined) return writer;
  const { pid, stderr } = services().process;
  if (section === "HTTP" || section === "HTTP2") {
    warnings.emitWarning(
      `Setting the NODE_DEBUG environment variable to '${section.toLowerCase()}' can expose sensitive ` +
        "data (such as passwords, tokens and authentication headers) in the resulting log.",
    );
  }
  writer = (...args) => {
    const colors = palettes.shouldColorize(stderr);
    stderr.write(`${section} ${inspect(pid, { colors })}: ${formatWithOptions({ colors }, ...args)}\n`);
  };
  writers.set(section, writer);
  return writer;
}

/**
 * Returns a function that formats its arguments to standard error when NODE_DEBUG names `section`, and does nothing otherwise.
 * @param callback receives, at the first call, a function without the test
 */
export function debuglog(section: string, callback?: (logger: Logger) => void): Logger {
  let enabled: boolean | undefined;
  let write: ((...args: unknown[]) => void) | undefined;
  const test = () => {
    if (enabled === undefined) {
      section = section.toUpperCase();
      enabled = isEnabled(section);
    }
    return enabled;
  };
  const logger = (...args: unknown[]) => {
    if (enabled === false) return;
    if (write === undefined) {
      write = test() ? writerOf(section) : () => {};
      if (typeof callback === "function") {
        Object.defineProperty(write, "enabled", { get: test, configurable: true, enumerable: true });
        callback(write as Logger);
      }
    }
    write(...args);
  };
  return Object.defineProperty(logger, "enabled", {
    get: test,
    configurable: true,
    enumerable: true,
  }) as unknown as Logger;
}
