// The public face of `internal:node/timers`, which implements it.
export { default } from "internal:node/timers";
