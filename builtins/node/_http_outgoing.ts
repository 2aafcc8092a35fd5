// node:_http_outgoing, a private module of Node that packages import.
import { validateHeaderName, validateHeaderValue } from "internal:http/fields";
import { OutgoingMessage } from "internal:http/outgoing";
import { parseUniqueHeaders } from "internal:http/outgoing_headers";
import { kHighWaterMark, kUniqueHeaders } from "internal:http/symbols";

export default {
  kHighWaterMark,
  kUniqueHeaders,
  parseUniqueHeadersOption: parseUniqueHeaders,
  validateHeaderName,
  validateHeaderValue,
  OutgoingMessage,
};
