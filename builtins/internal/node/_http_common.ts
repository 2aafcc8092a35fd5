// node:_http_common, a private module of Node that packages import: the checks of names and values, the methods, the parser.
import { hasForbiddenCharacter, isToken } from "internal:node/http/fields";
import { kIncomingMessage } from "internal:node/http/native_events";
import { HTTPParser } from "internal:node/http/node_parser";
import defer * as streamParser from "internal:node/http/stream_parser";
import { METHODS } from "internal:web/http/method_names";

export default {
  _checkInvalidHeaderChar: (value: any) => hasForbiddenCharacter(value),
  _checkIsHttpToken: (value: any) => isToken(value),
  chunkExpression: /(?:^|\W)chunked(?:$|\W)/i,
  continueExpression: /(?:^|\W)100-continue(?:$|\W)/i,
  CRLF: "\r\n",
  /** Gives back what holds a parser: `request.parser` and `socket.parser`. */
  freeParser(parser: any, request: any, socket: any): void {
    if (parser) (parser.release ?? parser.free)?.call(parser);
    if (request) request.parser = null;
    if (socket) socket.parser = null;
  },
  methods: METHODS,
  /** Parsers are made when they are needed: `alloc` gives a new one. */
  parsers: {
    name: "parsers",
    get max() {
      return streamParser.idleMaxNow();
    },
    list: [],
    alloc: () => new HTTPParser(),
    free: (parser: any) => (parser.close(), true),
  },
  kIncomingMessage,
  HTTPParser,
  isLenient: () => false,
  /** Adds to a parser's error what was parsed. */
  prepareError(error: any, parser: any, rawPacket: any): void {
    error.rawPacket = rawPacket || parser.getCurrentBuffer();
    if (typeof error.reason === "string") error.message = `Parse Error: ${error.reason}`;
  },
};
