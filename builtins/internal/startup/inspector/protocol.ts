// The messages of both protocols: Chrome's (https://chromedevtools.github.io/devtools-protocol/v8/), which debuggers speak,
// and that of WebKit's inspector, which the engine speaks. Only what both sides of the translation need.

/** The parameters or the result of a command, and the parameters of an event. */
export type Parameters = Record<string, any>;

/** "Method not found" and "Invalid params" of JSON-RPC 2.0 §5.1, and the protocol's code for failures. */
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMETERS = -32602;
export const FAILED = -32000;

/** The error of a command, with its code. */
export class CommandError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** The realm of the program. There is one. */
export const CONTEXT = 1;

/** A value in a message of either protocol. */
export interface RemoteObject {
  type: string;
  subtype?: string;
  className?: string;
  value?: unknown;
  unserializableValue?: string;
  description?: string;
  objectId?: string;
  /** WebKit's: the number of elements. */
  size?: number;
  preview?: Parameters;
}

/** A place in a script; both numbers count from 0. */
export interface Location {
  scriptId: string;
  lineNumber: number;
  columnNumber?: number;
}
