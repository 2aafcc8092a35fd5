// `node:querystring` (https://nodejs.org/api/querystring.html): query strings of URLs.
// Implemented by `internal:node/querystring`.
export { default } from "internal:node/querystring";
