// `node:timers/promises` (https://nodejs.org/api/timers.html): timers with promises.
// Implemented by `internal:node/timers/promises`.
export * from "internal:node/timers/promises";
export { default } from "internal:node/timers/promises";
