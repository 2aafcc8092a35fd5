// node:http2. Its constants are here; HTTP/2 itself is not there yet, and what needs it says so when it is used.
// https://nodejs.org/api/http2.html
import { makeConstants } from "internal:http2/constants";
import { missingClass, missingFunction } from "internal:missing_members";

const http2: any = {
  connect: missingFunction("http2.connect"),
  constants: undefined,
  createServer: missingFunction("http2.createServer"),
  createSecureServer: missingFunction("http2.createSecureServer"),
  getDefaultSettings: missingFunction("http2.getDefaultSettings"),
  getPackedSettings: missingFunction("http2.getPackedSettings"),
  getUnpackedSettings: missingFunction("http2.getUnpackedSettings"),
  performServerHandshake: missingFunction("http2.performServerHandshake"),
  sensitiveHeaders: Symbol("sensitiveHeaders"),
  Http2ServerRequest: missingClass("http2.Http2ServerRequest"),
  Http2ServerResponse: missingClass("http2.Http2ServerResponse"),
};
let constants: Record<string, number | string> | undefined;
Object.defineProperty(http2, "constants", { get: () => (constants ??= makeConstants()), enumerable: true, configurable: true });

export default http2;
