// `node:url` (https://nodejs.org/api/url.html): URLs, and the older `url.parse`.
// Implemented by `internal:node/url`.
export * from "internal:node/url";
export { default } from "internal:node/url";
