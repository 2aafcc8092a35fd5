// `node:trace_events` (https://nodejs.org/api/tracing.html): trace events.
// Implemented by `internal:node/trace_events`.
export { default } from "internal:node/trace_events";
