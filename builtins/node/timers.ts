// `node:timers` (https://nodejs.org/api/timers.html): timers.
// Implemented by `internal:node/timers`.
export { default } from "internal:node/timers";
