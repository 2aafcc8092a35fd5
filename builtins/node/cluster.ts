// `node:cluster` (https://nodejs.org/api/cluster.html): several processes that share server ports.
// Implemented by `internal:node/cluster`.
export { default } from "internal:node/cluster";
