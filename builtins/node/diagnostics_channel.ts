// `node:diagnostics_channel` (https://nodejs.org/api/diagnostics_channel.html): named channels for diagnostics.
// Implemented by `internal:node/diagnostics_channel`.
export { default } from "internal:node/diagnostics_channel";
