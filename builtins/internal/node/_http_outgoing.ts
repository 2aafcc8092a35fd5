// node:_http_outgoing, a private module of Node that packages import.
import { validateHeaderName, validateHeaderValue } from "internal:node/http/fields";
import { OutgoingMessage } from "internal:node/http/outgoing";
import { parseUniqueHeaders } from "internal:node/http/outgoing_headers";
import { kHighWaterMark, kUniqueHeaders } from "internal:node/http/symbols";

export default {
  kHighWaterMark,
  kUniqueHeaders,
  parseUniqueHeadersOption: parseUniqueHeaders,
  validateHeaderName,
  validateHeaderValue,
  OutgoingMessage,
};
