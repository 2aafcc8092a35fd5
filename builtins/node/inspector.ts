// `node:inspector` (https://nodejs.org/api/inspector.html): the inspector's sessions.
// Implemented by `internal:node/inspector`.
export * from "internal:node/inspector";
export { default } from "internal:node/inspector";
