// `node:events` (https://nodejs.org/api/events.html): event emitters.
// Implemented by `internal:node/events`.
export * from "internal:node/events";
export { default } from "internal:node/events";
