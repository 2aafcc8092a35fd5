// The errors of the builtins: one `ERR_*` class per row of base/errors/errors.toml, and the shapes that wrap system
// errors. This file only exports them; see `internal:core/errors/*`.
export * from "internal:core/generated/error_classes";
export { codes, kIsNodeError } from "internal:core/errors/node_error";
export type { NodeError, NodeErrorClass } from "internal:core/errors/node_error";
export {
  SystemError,
  connResetException,
  dnsException,
  errnoException,
  exceptionWithHostPort,
  uvException,
  uvExceptionWithHostPort,
} from "internal:core/errors/system_error";
export {
  AbortError,
  aggregateTwoErrors,
  genericNodeError,
  hideStackFrames,
  isStackOverflowError,
  NodeAggregateError,
  stackHeader,
} from "internal:core/errors/plain";
export { determineSpecificType, formatList } from "internal:core/errors/wording";
