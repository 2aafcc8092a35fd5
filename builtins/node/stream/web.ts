// `node:stream/web` (https://nodejs.org/api/webstreams.html): the streams of the Web.
// Implemented by `internal:node/stream/web`.
export { default } from "internal:node/stream/web";
