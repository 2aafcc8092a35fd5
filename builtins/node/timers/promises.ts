// The public face of `internal:node/timers/promises`, which implements it.
export * from "internal:node/timers/promises";
export { default } from "internal:node/timers/promises";
