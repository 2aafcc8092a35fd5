// What is accepted as certificate and key: the security level of the ciphers counts, and a missing passphrase is an empty one.
import assert from "node:assert";
import { generateKeyPairSync } from "node:crypto";
import tls from "node:tls";
import { test } from "../harness.ts";

const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 1024,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "secret" },
});

test("an encrypted key needs its passphrase", () => {
  const bad = { code: "ERR_OSSL_BAD_DECRYPT", message: /bad decrypt/ };
  const ciphers = "DEFAULT@SECLEVEL=0";
  assert.throws(() => tls.createSecureContext({ ciphers, key: privateKey }), bad);
  assert.throws(() => tls.createSecureContext({ ciphers, key: privateKey, passphrase: "wrong" }), bad);
  assert.ok(tls.createSecureContext({ ciphers, key: privateKey, passphrase: "secret" }));
  assert.ok(tls.createSecureContext({ ciphers, key: [{ pem: privateKey, passphrase: "secret" }] }));
});

// A self-signed certificate with an RSA key of 512 bits.
const SMALL = `-----BEGIN CERTIFICATE-----
MIIBeTCCASOgAwIBAgIUfeDdVXl+fg8ubhEt4JSjjZskY2UwDQYJKoZIhvcNAQEL
BQAwEDEOMAwGA1UEAwwFc21hbGwwIBcNMjYxMTI2MDIwMzQ5WhgPMjEyNjExMDIw
MjAzNDlaMBAxDjAMBgNVBAMMBXNtYWxsMFwwDQYJKoZIhvcNAQEBBQADSwAwSAJB
AMgWMbu+iYFppN/Tc6uQfNZjU5nq1nzn9gEcbhrVQElZRFDaG462nFLd6oItKBhL
lOA5NpLBJ4IvNscizDHb+nECAwEAAaNTMFEwHQYDVR0OBBYEFPr59X3WAgL3iA7j
hXf5k/4Czwt5MB8GA1UdIwQYMBaAFPr59X3WAgL3iA7jhXf5k/4Czwt5MA8GA1Ud
EwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADQQBCK+JK7iN6jtmF02/T3/bKO8Dp
C5Mlo+KRf8poBfx2B7f0g8wnMMp3hQuhKNKB8ZqebZipHROsjLvH1cQSPp7d
-----END CERTIFICATE-----`;

test("a certificate with a small key is accepted at security level 0 only", () => {
  const small = { code: "ERR_SSL_EE_KEY_TOO_SMALL", message: /ee key too small/ };
  assert.throws(() => tls.createSecureContext({ cert: SMALL }), small);
  assert.throws(() => tls.createSecureContext({ cert: SMALL, ciphers: "DEFAULT@SECLEVEL=2" }), small);
  assert.ok(tls.createSecureContext({ cert: SMALL, ciphers: "DEFAULT@SECLEVEL=0" }));
  assert.ok(tls.createSecureContext({ cert: SMALL, ciphers: "DEFAULT:@SECLEVEL=0" }));
});
