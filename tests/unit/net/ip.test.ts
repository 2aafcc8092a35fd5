import { test } from "../harness.ts";
import assert from "node:assert";
import net from "node:net";

test("isIP distinguishes addresses from other strings", () => {
  const four = ["127.0.0.1", "255.255.255.255", "0.0.0.0"];
  const six = [
    "::",
    "::1",
    "1::",
    "0:0:0:0:0:0:0:1",
    "fe80::1%eth0",
    "::ffff:1.2.3.4",
    "2001:db8::8a2e:370:7334",
    "1:2:3:4:5:6:7::",
    "::2:3:4:5:6:7:8",
    "64:ff9b::1.2.3.4",
  ];
  const none = [
    "",
    "1.2.3",
    "1.2.3.4.5",
    "01.2.3.4",
    "256.1.1.1",
    "1.2.3.",
    "a",
    ":",
    ":::",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "::1::",
    "12345::",
    "::1%",
    "fe80::1%a_b",
    "fe80::1%%",
    "1:2:3:4:5:6:7:8::",
    "::1.2.3",
    "g::",
    "1::2::3",
    " ::1",
  ];
  for (const text of four) assert.strictEqual(net.isIP(text), 4, text);
  for (const text of six) assert.strictEqual(net.isIP(text), 6, text);
  for (const text of none) assert.strictEqual(net.isIP(text), 0, text);
  assert.strictEqual(net.isIPv4("::1"), false);
  assert.strictEqual(net.isIPv6("::1"), true);
  assert.strictEqual(net.isIP(undefined as any), 0);
});
