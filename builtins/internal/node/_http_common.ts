// node:_http_common, a private module of Node that packages import: checks of header names and values, the methods, the parser.
import { hasForbiddenCharacter, isToken } from "internal:node/http/fields";
import { kIncomingMessage } from "internal:node/http/native_events";
import { HTTPParser } from "internal:node/http/node_parser";
import defer * as streamParser from "internal:node/http/stream_parser";
import type { ParseError } from "internal:node/http/stream_parser";
import { METHODS } from "internal:web/http/method_names";

/** A StreamParser or an HTTPParser. */
interface FreeableParser {
  release?(): void;
  free?(): void;
}
interface ParserOwner {
  parser: unknown;
}

export default {
  _checkInvalidHeaderChar: (value: string) => hasForbiddenCharacter(value),
  _checkIsHttpToken: (value: string) => isToken(value),
  chunkExpression: /(?:^|\W)chunked(?:$|\W)/i,
  continueExpression: /(?:^|\W)100-continue(?:$|\W)/i,
  CRLF: "\r\n",
  /** Releases a parser and the references to it: `request.parser` and `socket.parser`. */
  freeParser(parser: FreeableParser | null, request: ParserOwner | null, socket: ParserOwner | null): void {
    if (parser) (parser.release ?? parser.free)?.call(parser);
    if (request) request.parser = null;
    if (socket) socket.parser = null;
  },
  methods: METHODS,
  /** Takes the place of Node's pool of parsers: `alloc` makes a new one. */
  parsers: {
    name: "parsers",
    get max() {
      return streamParser.idleMaxNow();
    },
    set max(count: number) {
      streamParser.setIdleMax(count);
    },
    list: [],
    alloc: () => new HTTPParser(),
    free: (parser: HTTPParser) => (parser.close(), true),
  },
  kIncomingMessage,
  HTTPParser,
  isLenient: () => false,
  /** Adds the parsed bytes to the error of a parser. */
  prepareError(error: Error & Partial<ParseError>, parser: HTTPParser, rawPacket?: Uint8Array): void {
    error.rawPacket = rawPacket || parser.getCurrentBuffer();
    if (typeof error.reason === "string") error.message = `Parse Error: ${error.reason}`;
  },
};
