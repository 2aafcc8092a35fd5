// `node:stream/consumers` (https://nodejs.org/api/webstreams.html): functions that read a whole stream.
// Implemented by `internal:node/stream/consumers`.
export { default } from "internal:node/stream/consumers";
