import assert from "node:assert";
import http2 from "node:http2";
import { test } from "../harness.ts";

test("the constants are Node's", () => {
  const { constants } = http2;
  assert.strictEqual(Object.keys(constants).length, 240);
  assert.deepStrictEqual(
    [
      constants.HTTP2_HEADER_PATH,
      constants.HTTP2_HEADER_CONTENT_TYPE,
      constants.HTTP2_METHOD_GET,
      constants.HTTP_STATUS_TEAPOT,
      constants.NGHTTP2_CANCEL,
    ],
    [":path", "content-type", "GET", 418, 8],
  );
});
