import assert from "node:assert";
import {
  Certificate,
  checkPrimeSync,
  createPublicKey,
  decapsulate,
  encapsulate,
  generateKeyPairSync,
  generatePrimeSync,
  getCurves,
  getHashes,
  X509Certificate,
} from "node:crypto";
import { test } from "../harness.ts";

// A self-signed certificate, made by `openssl req -x509 -newkey ec … -subj /C=DE/O=Brio/CN=test.example -addext subjectAltName=…`.
const PEM = `-----BEGIN CERTIFICATE-----
MIICKzCCAdKgAwIBAgIEEjSrzTAKBggqhkjOPQQDAjAzMQswCQYDVQQGEwJERTEN
MAsGA1UECgwEQnJpbzEVMBMGA1UEAwwMdGVzdC5leGFtcGxlMCAXDTI2MTEyMTEz
NTQyNVoYDzIxMjYxMDI4MTM1NDI1WjAzMQswCQYDVQQGEwJERTENMAsGA1UECgwE
QnJpbzEVMBMGA1UEAwwMdGVzdC5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAE8juvK54itdw6mK7lsP4Fa2BRRxmY37PgeScL4HJYYj56F8kRf0P1Uy3/
NtYnWoRsuH/yOvH7vExYeocrrAYkmaOB0TCBzjAdBgNVHQ4EFgQUU48O4Uj1Lv8E
CQ9qa+TdjhKhuPQwHwYDVR0jBBgwFoAUU48O4Uj1Lv8ECQ9qa+TdjhKhuPQwDwYD
VR0TAQH/BAUwAwEB/zBmBgNVHREEXzBdggx0ZXN0LmV4YW1wbGWCDioud2lsZC5l
eGFtcGxlhwR/AAABhxAAAAAAAAAAAAAAAAAAAAABgQ5hQHRlc3QuZXhhbXBsZYYV
aHR0cHM6Ly90ZXN0LmV4YW1wbGUvMBMGA1UdJQQMMAoGCCsGAQUFBwMBMAoGCCqG
SM49BAMCA0cAMEQCIDmf9o/IF8hbjOdsBdb6UiEf9UwTMtdVN14A12jgOpq2AiAC
puUhpMV+dipzZ7oTyjnzGHFxl13t7CUDRkNAD+eWxg==
-----END CERTIFICATE-----
`;

test("X509Certificate reads the fields of a certificate", () => {
  const certificate = new X509Certificate(PEM);
  assert.strictEqual(certificate.subject, "C=DE\nO=Brio\nCN=test.example");
  assert.strictEqual(certificate.issuer, certificate.subject);
  assert.strictEqual(
    certificate.subjectAltName,
    "DNS:test.example, DNS:*.wild.example, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, email:a@test.example, URI:https://test.example/",
  );
  assert.strictEqual(certificate.serialNumber, "1234ABCD");
  assert.strictEqual(certificate.validTo, "Oct 28 13:54:25 2126 GMT");
  assert.strictEqual(
    certificate.fingerprint256,
    "3C:B6:AE:60:75:A2:DC:57:8B:D7:BF:6A:DD:91:FD:58:E9:F7:E6:8F:B9:7B:CD:B4:92:3F:B7:63:32:C6:CC:33",
  );
  assert.deepStrictEqual(certificate.keyUsage, ["1.3.6.1.5.5.7.3.1"]);
  assert.strictEqual(certificate.ca, true);
  assert.strictEqual(certificate.publicKey.asymmetricKeyType, "ec");
  assert.strictEqual(certificate.toString(), PEM);
  assert.ok(new X509Certificate(certificate.raw).publicKey.equals(createPublicKey(PEM)));
});

test("X509Certificate matches hosts, addresses and mail", () => {
  const certificate = new X509Certificate(PEM);
  assert.strictEqual(certificate.checkHost("test.example"), "test.example");
  assert.strictEqual(certificate.checkHost("x.wild.example"), "*.wild.example");
  assert.strictEqual(certificate.checkHost("x.wild.example", { wildcards: false }), undefined);
  assert.strictEqual(certificate.checkHost("other.example"), undefined);
  assert.strictEqual(certificate.checkIP("127.0.0.1"), "127.0.0.1");
  assert.strictEqual(certificate.checkIP("::1"), "::1");
  assert.strictEqual(certificate.checkIP("127.0.0.2"), undefined);
  assert.strictEqual(certificate.checkEmail("a@test.example"), "a@test.example");
  assert.strictEqual(certificate.verify(certificate.publicKey), true);
  assert.strictEqual(certificate.checkIssued(certificate), true);
  assert.strictEqual(certificate.checkPrivateKey(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey), false);
});

test("X509Certificate rejects wrong arguments", () => {
  assert.throws(() => new X509Certificate(5 as any), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => new X509Certificate("no certificate"), { code: /^ERR_OSSL_/ });
  assert.throws(() => new X509Certificate(PEM).checkHost(5 as any), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => new X509Certificate(PEM).verify(PEM as any), { code: "ERR_INVALID_ARG_TYPE" });
});

test("X509Certificate reports missing PEM for data that is not DER either", () => {
  const expected = {
    code: "ERR_OSSL_PEM_NO_START_LINE",
    message: "error:0480006C:PEM routines::no start line",
    library: "PEM routines",
    reason: "no start line",
  };
  const { raw } = new X509Certificate(PEM);
  for (const wrong of [
    "abc",
    "",
    Buffer.from("abc"),
    Buffer.alloc(0),
    raw.subarray(0, 100),
    PEM.replaceAll("CERTIFICATE", "CERTIFICATE REQUEST"),
  ])
    assert.throws(() => new X509Certificate(wrong), expected);
  assert.throws(() => new X509Certificate("-----BEGIN CERTIFICATE-----\nabcd\n-----END CERTIFICATE-----\n"), {
    code: "ERR_OSSL_ASN1_HEADER_TOO_LONG",
  });
});

test("X509Certificate reads a trusted certificate, and ignores its trust settings", () => {
  const { raw } = new X509Certificate(PEM);
  // Trusted for servers, as `openssl x509 -trustout -addtrust serverAuth` writes it.
  const body = Buffer.concat([raw, Buffer.from("300c300a06082b06010505070301", "hex")])
    .toString("base64")
    .replace(/.{64}/g, "$&\n");
  for (const written of [body, raw.toString("base64").replace(/.{64}/g, "$&\n")]) {
    const trusted = new X509Certificate(
      `-----BEGIN TRUSTED CERTIFICATE-----\n${written}\n-----END TRUSTED CERTIFICATE-----\n`,
    );
    assert.strictEqual(trusted.toString(), PEM);
  }
});

test("X509Certificate matches no empty name, and refuses values that are not names", () => {
  const certificate = new X509Certificate(PEM);
  assert.strictEqual(certificate.checkHost(""), undefined);
  assert.strictEqual(certificate.checkEmail(""), undefined);
  const expected = { name: "TypeError", code: "ERR_INVALID_ARG_VALUE", message: "Invalid name" };
  assert.throws(() => certificate.checkHost("test\0.example"), expected);
  assert.throws(() => certificate.checkEmail("a\0@test.example"), expected);
  assert.throws(() => certificate.checkIP(""), expected);
  assert.throws(() => certificate.checkIP("test.example"), expected);
});

test("Certificate refuses an invalid SPKAC", () => {
  assert.strictEqual(Certificate.verifySpkac("nothing"), false);
  assert.strictEqual(Certificate.exportPublicKey("nothing").length, 0);
  assert.throws(() => Certificate.verifySpkac(5 as any), { code: "ERR_INVALID_ARG_TYPE" });
});

test("primes are made and checked", () => {
  const prime = generatePrimeSync(64, { bigint: true, add: 12n, rem: 5n });
  assert.ok(checkPrimeSync(prime));
  assert.strictEqual(prime % 12n, 5n);
  assert.strictEqual(checkPrimeSync(15n), false);
  assert.throws(() => generatePrimeSync(0), { code: "ERR_OUT_OF_RANGE" });
  assert.throws(() => checkPrimeSync(-1n), { code: "ERR_OUT_OF_RANGE" });
});

test("RSA encapsulates a key", () => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const { sharedKey, ciphertext } = encapsulate(publicKey);
  assert.deepStrictEqual(decapsulate(privateKey, ciphertext), sharedKey);
});

test("the lists name the available algorithms", () => {
  assert.ok(getHashes().includes("RSA-SHA256") && getHashes().includes("sm3"));
  assert.ok(getCurves().includes("secp256k1"));
});
