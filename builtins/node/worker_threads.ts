// The public face of `internal:node/worker_threads`, which implements it.
export * from "internal:node/worker_threads";
export { default } from "internal:node/worker_threads";
