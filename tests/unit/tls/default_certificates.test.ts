// tls.setDefaultCACertificates reads each string as OpenSSL does: a malformed block is an error and changes nothing.
import assert from "node:assert";
import tls from "node:tls";
import { test } from "../harness.ts";

const [first, second] = tls.rootCertificates as [string, string];
const body = first.split("\n").slice(1, -1).join("\n");
const block = (content: string, label = "CERTIFICATE") =>
  `-----BEGIN ${label}-----\n${content}\n-----END ${label}-----`;

function refused(certificates: string[], code: string, message: RegExp): void {
  tls.setDefaultCACertificates([second]);
  assert.throws(() => tls.setDefaultCACertificates(certificates), { name: "Error", code, message });
  assert.strictEqual(tls.getCACertificates("default").length, 1);
}

test("a malformed block is refused, alone, beside valid ones and behind one", () => {
  for (const [bad, reason, number] of [
    [block("AAAA"), "ASN1 lib", "0488000D"],
    [block("valid cert content"), "ASN1 lib", "0488000D"],
    [block("!!!!"), "bad base64 decode", "04800064"],
    [block(body.slice(0, 200)), "bad base64 decode", "04800064"],
    [`-----BEGIN CERTIFICATE-----\n${body}`, "bad end line", "04800066"],
    [`-----BEGIN CERTIFICATE-----\n${body}\n-----END X-----`, "bad end line", "04800066"],
  ] as const) {
    const code = `ERR_OSSL_PEM_${reason.toUpperCase().replaceAll(" ", "_")}`;
    const message = new RegExp(`^error:${number}:PEM routines::${reason}$`);
    for (const certificates of [[bad], [first, bad], [bad, first], [`${first}\n${bad}`]])
      refused(certificates, code, message);
  }
});

test("strings without a certificate are ignored, and refused when there is no other", () => {
  const message = /^No valid certificates found in the provided array$/;
  for (const text of ["", "text", block(""), block("AAAA", "PRIVATE KEY"), block(body, "TRUSTED CERTIFICATE")]) {
    refused([text], "ERR_CRYPTO_OPERATION_FAILED", message);
    tls.setDefaultCACertificates([text, first]);
    assert.strictEqual(tls.getCACertificates("default").length, 1);
  }
});

test("several certificates in a string, comments around them and other line ends are read", () => {
  for (const text of [
    `${first}\n${second}`,
    `a\n${first}\nb\n${second}\nc`,
    `${first}\n${second}`.replaceAll("\n", "\r\n"),
    [block(body, "X509 CERTIFICATE"), second].join("\n"),
  ]) {
    tls.setDefaultCACertificates([text]);
    assert.strictEqual(tls.getCACertificates("default").length, 2);
  }
  tls.setDefaultCACertificates([]);
  assert.deepStrictEqual(tls.getCACertificates("default"), []);
});
