// Names in a certificate that contain the punctuation of the list, as `node:crypto` and connections show them.
import assert from "node:assert";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import tls from "node:tls";
import { test } from "../harness.ts";

// Self-signed by `openssl req -x509`, with one alternative name of each kind; valid for a hundred years, protects nothing.
const certificate = `-----BEGIN CERTIFICATE-----
MIICDjCCAbOgAwIBAgIUJZP4KThVyj5kmOxUXEulKo5s3b4wCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNbmFtZXMuZXhhbXBsZTAgFw0yNjExMjIyMjI3MzhaGA8yMTI2
MTAyOTIyMjczOFowGDEWMBQGA1UEAwwNbmFtZXMuZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABBB41r/n4dbBxsosYjL8H6BgLXJz50a2FKXB8selKD7B
RejTWBs+CvDQKMI+6xaKYeZS2II6f81K8/mC+Bk+26qjgdgwgdUwgbMGA1UdEQSB
qzCBqIYWaHR0cDovL2V4YW1wbGUuY29tL2EsYqQkMCIxCzAJBgNVBAYTAkRFMRMw
EQYDVQQHDApNw4PCvG5jaGVuiAkqhkiG9w0BAQugFQYIKwYBBQUHCAWgCQwHYWJj
LGRlZqARBggrBgEFBQcIB6AFDANhYmOgEQYIKwYBBQUHCAegBRYDYWJjoBoGCisG
AQQBgjcUAgOgDAwKbcODwrxuY2hlbocEfwAAATAdBgNVHQ4EFgQUbahN3N7lnr7a
A9VfR3HW/zf68+IwCgYIKoZIzj0EAwIDSQAwRgIhAJjCbD7xhNM4ZdpQuNY4SM+T
c9+LWkYE5CiNz+sySed+AiEAuNZEYel7qcbEMzI1OiBEsN3AI4c8jahQmr0wDK/9
ck0=
-----END CERTIFICATE-----`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkplGgWCXUj8zzn1W
DbbSmhHew2Ho3vALz8zq8j3bdWyhRANCAAQQeNa/5+HWwcbKLGIy/B+gYC1yc+dG
thSlwfLHpSg+wUXo01gbPgrw0CjCPusWimHmUtiCOn/NSvP5gvgZPtuq
-----END PRIVATE KEY-----`;

const NAMES =
  'URI:"http://example.com/a\\u002cb", DirName:"L=M\u00c3\u00bcnchen\\u002cC=DE", Registered ID:1.2.840.113549.1.1.11, ' +
  'othername:"XmppAddr:abc\\u002cdef", othername:<unsupported>, othername:SRVName:abc, othername:UPN:m\u00c3\u00bcnchen, IP Address:127.0.0.1';

test("subjectAltName quotes values with commas, and retains the characters of UTF-8 strings", () => {
  const read = new X509Certificate(certificate);
  assert.strictEqual(read.subjectAltName, NAMES);
  assert.deepStrictEqual(Object.keys(read.toLegacyObject()), [
    "subject",
    "issuer",
    "subjectaltname",
    "infoAccess",
    "ca",
    "modulus",
    "exponent",
    "pubkey",
    "bits",
    "valid_from",
    "valid_to",
    "fingerprint",
    "fingerprint256",
    "fingerprint512",
    "ext_key_usage",
    "serialNumber",
    "raw",
    "asn1Curve",
    "nistCurve",
  ]);
});

test("a connection shows the certificate as node:crypto does", async () => {
  const server = tls.createServer({ key, cert: certificate }, (socket) => socket.end()).listen(0);
  await once(server, "listening");
  const client = tls.connect({ port: (server.address() as any).port, host: "127.0.0.1", ca: certificate });
  await once(client, "secureConnect");
  const peer: any = client.getPeerCertificate();
  assert.strictEqual(peer.subjectaltname, NAMES);
  assert.deepStrictEqual(peer, new X509Certificate(certificate).toLegacyObject());
  client.destroy();
  server.close();
});
