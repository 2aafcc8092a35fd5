// `node:inspector/promises` (https://nodejs.org/api/inspector.html): the inspector's sessions with promises.
// Implemented by `internal:node/inspector/promises`.
export * from "internal:node/inspector/promises";
export { default } from "internal:node/inspector/promises";
