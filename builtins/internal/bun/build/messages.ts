// The errors and warnings of builds (`BuildMessage`, `ResolveMessage`).

/** A report of native code. */
export interface Log {
  level: "error" | "warning";
  message: string;
  place: { file: string; line: number; column: number; lineText: string | null } | null;
  text: string;
}

/** Where a message is about. */
interface Position {
  file: string;
  namespace: string;
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 units. */
  column: number;
  lineText: string;
}

/** A message of a build. */
export interface Message extends Error {
  level: string;
  position: Position | null;
}

function define(name: string): new (log: Log) => Message {
  const Class = {
    [name]: class extends Error {
      declare level: string;
      declare position: Position | null;
      constructor(log: Log) {
        super(log.message);
        const { place } = log;
        Object.defineProperties(this, {
          name: { value: name, configurable: true, writable: true },
          level: { value: log.level, configurable: true, writable: true, enumerable: true },
          position: {
            value: place && {
              file: place.file,
              namespace: "file",
              line: place.line,
              column: place.column + 1,
              lineText: place.lineText ?? "",
            },
            configurable: true,
            writable: true,
            enumerable: true,
          },
        });
      }
    },
  };
  return Class[name] as unknown as new (log: Log) => Message;
}

/** The classes; also globals of programs of Bun. */
export const BuildMessage = define("BuildMessage");
export const ResolveMessage = define("ResolveMessage");

const UNRESOLVED = /^(cannot find|Could not resolve|Cannot resolve|Module not found)/i;

/** The message for a report. */
export function messageOf(log: Log): Message {
  return UNRESOLVED.test(log.message) ? new ResolveMessage(log) : new BuildMessage(log);
}

/** The error of a build that failed. */
export function failureOf(logs: Message[]): AggregateError {
  return new AggregateError(
    logs.filter((log) => log.level === "error"),
    "Bundle failed",
  );
}
