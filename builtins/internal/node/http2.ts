// node:http2. The protocol is nghttp2's, behind `native:http2`; sessions and streams are in `internal:node/http2/session` and `stream`,
// the compatibility API in `internal:node/http2/compat`. https://nodejs.org/api/http2.html
import { kSensitiveHeaders } from "internal:node/http2/symbols";
import defer * as compat from "internal:node/http2/compat";
import defer * as constants from "internal:node/http2/constants";
import defer * as connecting from "internal:node/http2/connect";
import defer * as secureServer from "internal:node/http2/secure_server";
import defer * as server from "internal:node/http2/server";
import defer * as settings from "internal:node/http2/settings";

const http2 = {};

// Packages import the module even if they do not use HTTP/2: each part is evaluated on first use.
const members: Record<string, () => unknown> = {
  connect: () => connecting.connect,
  constants: () => constants.makeConstants(),
  createServer: () => server.createServer,
  createSecureServer: () => secureServer.createSecureServer,
  getDefaultSettings: () => settings.getDefaultSettings,
  getPackedSettings: () => settings.getPackedSettings,
  getUnpackedSettings: () => settings.getUnpackedSettings,
  performServerHandshake: () => server.performServerHandshake,
  sensitiveHeaders: () => kSensitiveHeaders,
  Http2ServerRequest: () => compat.Http2ServerRequest,
  Http2ServerResponse: () => compat.Http2ServerResponse,
};
for (const name of Object.keys(members)) defineLazy(name, members[name]!);

// Becomes a plain property on first use, as programs that patch the module expect.
function defineLazy(name: string, make: () => unknown): void {
  const define = (value: unknown): void => {
    Object.defineProperty(http2, name, { value, writable: true, enumerable: true, configurable: true });
  };
  Object.defineProperty(http2, name, {
    get: () => {
      const value = make();
      define(value);
      return value;
    },
    set: define,
    enumerable: true,
    configurable: true,
  });
}

export default http2;
