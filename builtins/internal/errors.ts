// The errors of the builtins: one `ERR_*` class per row of base/errors/errors.toml, and the shapes that wrap system
// errors. This file only gathers; see `internal:errors/*`.
export * from "internal:generated/error_classes";
export { codes, kIsNodeError } from "internal:errors/node_error";
export type { NodeError, NodeErrorClass } from "internal:errors/node_error";
export {
  SystemError,
  connResetException,
  dnsException,
  errnoException,
  exceptionWithHostPort,
  uvException,
  uvExceptionWithHostPort,
} from "internal:errors/system_error";
export {
  AbortError,
  aggregateTwoErrors,
  genericNodeError,
  hideStackFrames,
  isStackOverflowError,
  NodeAggregateError,
  stackHeader,
} from "internal:errors/plain";
export { determineSpecificType, formatList } from "internal:errors/wording";
