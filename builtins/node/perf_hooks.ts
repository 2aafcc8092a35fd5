// The public face of `internal:node/perf_hooks`, which implements it.
export { default } from "internal:node/perf_hooks";
