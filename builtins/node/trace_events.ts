// The public face of `internal:node/trace_events`, which implements it.
export { default } from "internal:node/trace_events";
