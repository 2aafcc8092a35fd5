import assert from "node:assert";
import http2 from "node:http2";
import { test } from "../harness.ts";

test("the default settings are those of the standard", () => {
  assert.deepStrictEqual(
    { ...http2.getDefaultSettings() },
    {
      headerTableSize: 4096,
      enablePush: true,
      initialWindowSize: 65_535,
      maxFrameSize: 16_384,
      maxConcurrentStreams: 4_294_967_295,
      maxHeaderSize: 65_535,
      maxHeaderListSize: 65_535,
      enableConnectProtocol: false,
    },
  );
});

test("settings are packed in the order of their numbers", () => {
  const packed = http2.getPackedSettings({
    headerTableSize: 1,
    enablePush: true,
    initialWindowSize: 3,
    maxFrameSize: 16_384,
    maxConcurrentStreams: 5,
    maxHeaderListSize: 6,
    enableConnectProtocol: true,
    customSettings: { 9999: 301 },
  } as any);
  assert.strictEqual(
    packed.toString("hex"),
    "000100000001000200000001000300000005000400000003000500004000000600000006000800000001270f0000012d",
  );
  assert.strictEqual(http2.getPackedSettings({}).length, 0);
});

test("packed settings are read again", () => {
  const bytes = Buffer.from("000100000001000200000000270f0000012d", "hex");
  assert.deepStrictEqual(http2.getUnpackedSettings(bytes), {
    headerTableSize: 1,
    enablePush: false,
    customSettings: { 9999: 301 },
  } as any);
});

test("settings that are wrong are refused", () => {
  assert.throws(() => http2.getPackedSettings({ initialWindowSize: 2 ** 31 }), {
    name: "RangeError",
    code: "ERR_HTTP2_INVALID_SETTING_VALUE",
    message: 'Invalid value for setting "initialWindowSize": 2147483648',
  });
  assert.throws(() => http2.getPackedSettings({ enablePush: 1 } as any), {
    name: "TypeError",
    code: "ERR_HTTP2_INVALID_SETTING_VALUE",
  });
  assert.throws(() => http2.getUnpackedSettings(Buffer.alloc(5)), {
    name: "RangeError",
    code: "ERR_HTTP2_INVALID_PACKED_SETTINGS_LENGTH",
  });
  assert.throws(() => http2.getUnpackedSettings({} as any), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
  // The packed maxFrameSize is 1.
  assert.throws(() => (http2 as any).getUnpackedSettings(Buffer.from("000500000001", "hex"), { validate: true }), {
    code: "ERR_HTTP2_INVALID_SETTING_VALUE",
  });
});
