// `node:async_hooks` (https://nodejs.org/api/async_hooks.html): hooks of asynchronous resources, and `AsyncLocalStorage`.
// Implemented by `internal:node/async_hooks`.
export * from "internal:node/async_hooks";
export { default } from "internal:node/async_hooks";
