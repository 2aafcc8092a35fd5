// `node:worker_threads` (https://nodejs.org/api/worker_threads.html): threads that run JavaScript.
// Implemented by `internal:node/worker_threads`.
export * from "internal:node/worker_threads";
export { default } from "internal:node/worker_threads";
