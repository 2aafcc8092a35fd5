// `node:perf_hooks` (https://nodejs.org/api/perf_hooks.html): performance measurements.
// Implemented by `internal:node/perf_hooks`.
export { default } from "internal:node/perf_hooks";
