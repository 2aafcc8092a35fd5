// jose: tokens signed and encrypted with every kind of key, key sets, and what is refused.
import { createHash, generateKeyPairSync } from "node:crypto";
import http from "node:http";
import * as jose from "jose";
import { close, listen, outcome, section } from "../shared/ask.mjs";

section("signed");
for (const algorithm of ["RS256", "PS512", "ES256", "ES384", "ES512", "EdDSA"]) {
  const { publicKey, privateKey } = await jose.generateKeyPair(algorithm, { extractable: true });
  const token = await new jose.SignJWT({ who: "ada" })
    .setProtectedHeader({ alg: algorithm })
    .setIssuer("us")
    .setAudience("them")
    .setExpirationTime("2h")
    .setIssuedAt()
    .sign(privateKey);
  await outcome(
    algorithm,
    jose
      .jwtVerify(token, publicKey, { issuer: "us", audience: "them" })
      .then(({ payload, protectedHeader }) => [payload.who, protectedHeader]),
  );
  await outcome(`${algorithm}, another issuer`, jose.jwtVerify(token, publicKey, { issuer: "others" }));
  const exported = await jose.exportJWK(publicKey);
  const again = await jose.importJWK(exported, algorithm);
  await outcome(
    `${algorithm}, key of its parameters`,
    jose.jwtVerify(token, again).then(() => Object.keys(exported).sort().join()),
  );
  const pem = await jose.exportPKCS8(privateKey);
  await outcome(
    `${algorithm}, key from PEM`,
    jose
      .importPKCS8(pem, algorithm)
      .then((key) => new jose.CompactSign(Buffer.from("x")).setProtectedHeader({ alg: algorithm }).sign(key))
      .then((text) => text.split(".").length),
  );
}
const secret = new TextEncoder().encode("a secret that is long enough for it");
console.log(await new jose.SignJWT({ a: 1 }).setProtectedHeader({ alg: "HS256" }).sign(secret));
const expired = await new jose.SignJWT({ exp: 1 }).setProtectedHeader({ alg: "HS256" }).sign(secret);
await outcome("expired", jose.jwtVerify(expired, secret));
await outcome("changed", jose.jwtVerify(`${expired.slice(0, -4)}AAAA`, secret));
await outcome("malformed", jose.jwtVerify("a.b.c", secret));
await outcome("not allowed", jose.jwtVerify(expired, secret, { algorithms: ["HS512"] }));

section("encrypted");
for (const [algorithm, encryption] of [
  ["RSA-OAEP-256", "A256GCM"],
  ["ECDH-ES+A128KW", "A128CBC-HS256"],
  ["ECDH-ES", "A192GCM"],
]) {
  const { publicKey, privateKey } = await jose.generateKeyPair(algorithm, { extractable: true });
  const token = await new jose.EncryptJWT({ hidden: true })
    .setProtectedHeader({ alg: algorithm, enc: encryption })
    .encrypt(publicKey);
  await outcome(
    `${algorithm} ${encryption}`,
    jose.jwtDecrypt(token, privateKey).then(({ payload }) => payload),
  );
  await outcome("changed", jose.jwtDecrypt(`${token.slice(0, -3)}AAA`, privateKey));
}
for (const [algorithm, encryption, bytes] of [
  ["dir", "A128CBC-HS256", 32],
  ["A256KW", "A256GCM", 32],
  ["A128GCMKW", "A128GCM", 16],
  ["PBES2-HS256+A128KW", "A128GCM", 20],
]) {
  const key = new Uint8Array(bytes).fill(7);
  const token = await new jose.CompactEncrypt(Buffer.from("plain"))
    .setProtectedHeader({ alg: algorithm, enc: encryption, ...(algorithm.startsWith("PBES2") && { p2c: 1000 }) })
    .encrypt(key);
  await outcome(
    algorithm,
    jose.compactDecrypt(token, key).then(({ plaintext }) => Buffer.from(plaintext).toString()),
  );
}

section("key objects and key sets");
const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
const signed = await new jose.SignJWT({}).setProtectedHeader({ alg: "RS256", kid: "one" }).sign(pair.privateKey);
await outcome(
  "KeyObject",
  jose.jwtVerify(signed, pair.publicKey).then(() => "verified"),
);
const set = { keys: [{ ...(await jose.exportJWK(pair.publicKey)), kid: "one", alg: "RS256" }] };
await outcome(
  "local set",
  jose.jwtVerify(signed, jose.createLocalJWKSet(set)).then(() => "verified"),
);
let asked = 0;
const server = http.createServer((request, response) => {
  asked++;
  response.setHeader("Content-Type", "application/json").end(JSON.stringify(set));
});
const remote = jose.createRemoteJWKSet(new URL(`http://127.0.0.1:${await listen(server)}/keys`));
await outcome(
  "remote set",
  jose.jwtVerify(signed, remote).then(() => "verified"),
);
await outcome(
  "again",
  jose.jwtVerify(signed, remote).then(() => `asked ${asked} time`),
);
await outcome(
  "unknown key",
  jose.jwtVerify(
    await new jose.SignJWT({}).setProtectedHeader({ alg: "RS256", kid: "two" }).sign(pair.privateKey),
    remote,
  ),
);
const thumbprint = await jose.calculateJwkThumbprint({
  kty: "EC",
  crv: "P-256",
  x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
  y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
});
console.log(thumbprint, createHash("sha256").update(thumbprint).digest("hex").slice(0, 8));
await close(server);
