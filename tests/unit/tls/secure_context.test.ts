import assert from "node:assert";
import { generatePrimeSync } from "node:crypto";
import tls from "node:tls";
import { test } from "../harness.ts";
import { authority, certificate, key } from "./certificates.ts";

test("createSecureContext takes keys, certificates and authorities", () => {
  assert.ok(
    tls.createSecureContext({ key, cert: [certificate], ca: Buffer.from(authority), minVersion: "TLSv1.3" }) instanceof
      (tls as any).SecureContext,
  );
});

test("wrong options are refused with Node's classes, codes and messages", () => {
  const cases: [any, string, string][] = [
    [{ minVersion: "x" }, "ERR_TLS_INVALID_PROTOCOL_VERSION", '"x" is not a valid minimum TLS protocol version'],
    [
      { secureProtocol: "TLSv1_2_method", minVersion: "TLSv1.2" },
      "ERR_TLS_PROTOCOL_VERSION_CONFLICT",
      'TLS protocol version "TLSv1.2" conflicts with secureProtocol "TLSv1_2_method"',
    ],
    [{ secureProtocol: "foo" }, "ERR_TLS_INVALID_PROTOCOL_METHOD", "Unknown method: foo"],
    [
      { ciphers: 1 },
      "ERR_INVALID_ARG_TYPE",
      'The "options.ciphers" property must be of type string. Received type number (1)',
    ],
    [{ ciphers: "foo" }, "ERR_SSL_NO_CIPHER_MATCH", "error:0A0000B9:SSL routines::no cipher match"],
    [{ ecdhCurve: "foo" }, "ERR_CRYPTO_OPERATION_FAILED", "Failed to set ECDH curve"],
    [
      { ticketKeys: Buffer.alloc(3) },
      "ERR_INVALID_ARG_VALUE",
      "The property 'options.ticketKeys' must be exactly 48 bytes. Received 3",
    ],
    [{ crl: "x" }, "ERR_CRYPTO_OPERATION_FAILED", "Failed to parse CRL"],
    [{ key: "abc" }, "ERR_OSSL_UNSUPPORTED", "error:1E08010C:DECODER routines::unsupported"],
    [{ cert: "abc" }, "ERR_OSSL_PEM_NO_START_LINE", "error:0480006C:PEM routines::no start line"],
    [
      { key: 1 },
      "ERR_INVALID_ARG_TYPE",
      'The "options.key" property must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (1)',
    ],
  ];
  for (const [options, code, message] of cases)
    assert.throws(() => tls.createSecureContext(options), { code, message });
});

test("a context returns its certificate and the issuer, if it has them", () => {
  const lengthOf = (bytes: Buffer | null): number | undefined => bytes?.length;
  for (const [ca, isKnown] of [
    [undefined, false],
    [authority, true],
  ] as const) {
    const { context } = tls.createSecureContext({ key, cert: certificate, ca }) as any;
    assert.ok(lengthOf(context.getCertificate())! > 100);
    assert.strictEqual(context.getIssuer() !== null, isKnown);
  }
});

test("ciphers, versions and roots are listed", () => {
  assert.ok(tls.getCiphers().includes("tls_aes_256_gcm_sha384"));
  assert.strictEqual(tls.DEFAULT_MIN_VERSION, "TLSv1.2");
  assert.strictEqual(tls.DEFAULT_MAX_VERSION, "TLSv1.3");
  assert.ok(Object.isFrozen(tls.rootCertificates));
  assert.throws(() => (tls as any).getCACertificates("x"), { code: "ERR_INVALID_ARG_VALUE" });
});

test("checkServerIdentity follows RFC 6125", () => {
  const check = (host: string, cert: any): string | undefined => (tls.checkServerIdentity(host, cert) as any)?.reason;
  assert.strictEqual(check("a.com", { subject: { CN: "a.com" } }), undefined);
  assert.strictEqual(check("b.com", { subject: { CN: "a.com" } }), "Host: b.com. is not cert's CN: a.com");
  assert.strictEqual(check("x.a.com", { subject: {}, subjectaltname: "DNS:*.a.com" }), undefined);
  assert.strictEqual(
    check("a.com", { subject: {}, subjectaltname: "DNS:*.a.com" }),
    "Host: a.com. is not in the cert's altnames: DNS:*.a.com",
  );
  assert.strictEqual(check("::1", { subject: {}, subjectaltname: "IP Address:0:0:0:0:0:0:0:1" }), undefined);
  assert.strictEqual(check("8.8.8.8", { subject: { CN: "8.8.8.8" } }), "IP: 8.8.8.8 is not in the cert's list: ");
  assert.strictEqual(check("a.com", { subject: {} }), "Cert does not contain a DNS name");
});

test("convertALPNProtocols writes each name with its length", () => {
  const out: { ALPNProtocols?: Buffer } = {};
  (tls as any).convertALPNProtocols(["h2", "http/1.1"], out);
  assert.deepStrictEqual(out.ALPNProtocols, Buffer.from("\x02h2\x08http/1.1"));
  assert.throws(() => (tls as any).convertALPNProtocols(["x".repeat(256)], out), { code: "ERR_OUT_OF_RANGE" });
});

test("Diffie-Hellman parameters of 512 bits are refused", () => {
  const prime = Buffer.from(generatePrimeSync(512));
  const der = Buffer.concat([Buffer.from("3046024100", "hex"), prime, Buffer.from("020102", "hex")]);
  const dhparam = `-----BEGIN DH PARAMETERS-----\n${der.toString("base64")}\n-----END DH PARAMETERS-----\n`;
  const error = { name: "TypeError", code: "ERR_INVALID_ARG_VALUE", message: "DH parameter is less than 1024 bits" };
  assert.throws(() => tls.createSecureContext({ dhparam }), error);
});
