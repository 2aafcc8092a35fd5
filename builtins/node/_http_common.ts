// node:_http_common, a private module of Node that packages import: the checks of names and values, and the methods.
// The parser is native here, so what belongs to Node's own says that it is missing.
import { missing } from "internal:http/missing";
import { hasForbiddenCharacter, isToken } from "internal:http/fields";
import { METHODS } from "internal:http/tables";

export default {
  _checkInvalidHeaderChar: (value: any) => hasForbiddenCharacter(value),
  _checkIsHttpToken: (value: any) => isToken(value),
  chunkExpression: /(?:^|\W)chunked(?:$|\W)/i,
  continueExpression: /(?:^|\W)100-continue(?:$|\W)/i,
  CRLF: "\r\n",
  methods: METHODS,
  freeParser: missing("_http_common.freeParser"),
  HTTPParser: missing("_http_common.HTTPParser"),
  prepareError: missing("_http_common.prepareError"),
};
