// `node:domain` (https://nodejs.org/api/domain.html): domains, which group the error handling of several operations, deprecated.
// Implemented by `internal:node/domain`.
export { default } from "internal:node/domain";
