// Private JSON Web Keys whose numbers are inconsistent. https://www.rfc-editor.org/rfc/rfc7518#section-6
import assert from "node:assert";
import { createPrivateKey, createPublicKey, generateKeyPairSync, webcrypto } from "node:crypto";
import { test } from "../harness.ts";

const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

function number(text: string): bigint {
  return BigInt(`0x${Buffer.from(text, "base64url").toString("hex")}`);
}

function text(value: bigint): string {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex").toString("base64url");
}

function padded(value: string): string {
  return Buffer.concat([Buffer.alloc(3), Buffer.from(value, "base64url")]).toString("base64url");
}

function jwkOf(type: string, options: object): any {
  return (generateKeyPairSync as any)(type, options).privateKey.export({ format: "jwk" });
}

async function refused(jwk: any, algorithm: any, message: string, what: string): Promise<void> {
  assert.throws(() => createPrivateKey({ key: jwk, format: "jwk" }), { code: "ERR_CRYPTO_INVALID_JWK", message }, what);
  assert.throws(() => createPublicKey({ key: jwk, format: "jwk" }), { code: "ERR_CRYPTO_INVALID_JWK", message }, what);
  await assert.rejects(
    webcrypto.subtle.importKey("jwk", jwk, algorithm, true, ["sign"]),
    { name: "DataError", message: "Invalid keyData" },
    what,
  );
}

for (const namedCurve of ["P-256", "P-384", "P-521", "secp256k1"]) {
  test(`${namedCurve}: d has to be the private number of the point`, async () => {
    const jwk = jwkOf("ec", { namedCurve });
    const other = jwkOf("ec", { namedCurve });
    assert.ok(
      createPrivateKey({ key: { ...jwk, d: padded(jwk.d) }, format: "jwk" }).equals(
        createPrivateKey({ key: jwk, format: "jwk" }),
      ),
    );
    for (const d of [other.d, "", "AA", "!!", text((1n << 521n) - 1n)]) {
      assert.throws(
        () => createPrivateKey({ key: { ...jwk, d }, format: "jwk" }),
        { code: "ERR_CRYPTO_INVALID_JWK", message: "Invalid JWK EC key" },
        d,
      );
    }
  });
}

test("an EC number outside the curve's range is refused, also by importKey", async () => {
  const jwk = jwkOf("ec", { namedCurve: "P-256" });
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const d = number(jwk.d);
  for (const wrong of [0n, P256_ORDER, P256_ORDER - d, P256_ORDER + d])
    await refused({ ...jwk, d: text(wrong) }, algorithm, "Invalid JWK EC key", `${wrong}`);
});

test("an RSA modulus has to be the product of its primes", async () => {
  const jwk = jwkOf("rsa", { modulusLength: 1024 });
  const other = jwkOf("rsa", { modulusLength: 1024 });
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const wrong: any[] = [
    { n: "" },
    { n: "AQ" },
    { n: "!!" },
    { n: other.n },
    { n: text(number(jwk.n) + 2n) },
    { p: "AA", q: "AA" },
    { p: "" },
    { q: jwk.p },
    { p: other.p },
  ];
  for (const change of wrong)
    await refused({ ...jwk, ...change }, algorithm, "Invalid JWK RSA key", JSON.stringify(change));
  // Longer than the modulus: no number of this key.
  const long = { ...jwk, d: text(1n << 1024n) };
  assert.throws(() => createPrivateKey({ key: long, format: "jwk" }), {
    code: "ERR_CRYPTO_OPERATION_FAILED",
    message: "Unable to create key pointer",
  });
  await assert.rejects(webcrypto.subtle.importKey("jwk", long, algorithm, true, ["sign"]), { name: "DataError" });
  assert.ok(
    createPrivateKey({ key: { ...jwk, n: padded(jwk.n), d: padded(jwk.d) }, format: "jwk" }).equals(
      createPrivateKey({ key: jwk, format: "jwk" }),
    ),
  );
  assert.strictEqual(createPrivateKey({ key: { ...jwk, oth: undefined }, format: "jwk" }).asymmetricKeyType, "rsa");
});

test("an RSA key with `oth` that lists no more primes is refused, a public one too", async () => {
  const jwk = jwkOf("rsa", { modulusLength: 512 });
  for (const oth of [[], null, "x", 0, [null], [1]]) {
    assert.throws(() => createPrivateKey({ key: { ...jwk, oth } as any, format: "jwk" }), {
      code: "ERR_CRYPTO_INVALID_JWK",
      message: "Invalid JWK RSA key",
    });
    assert.throws(() => createPublicKey({ key: { kty: "RSA", n: jwk.n, e: jwk.e, oth } as any, format: "jwk" }), {
      code: "ERR_CRYPTO_INVALID_JWK",
      message: "Invalid JWK RSA key",
    });
  }
});

test("a public JSON Web Key is not a private key", () => {
  const expected = { code: "ERR_CRYPTO_INVALID_JWK", message: "JWK does not contain private key material" };
  for (const [type, options] of [
    ["rsa", { modulusLength: 512 }],
    ["ec", { namedCurve: "P-256" }],
    ["ed25519", {}],
  ] as const) {
    const jwk = (generateKeyPairSync as any)(type, options).publicKey.export({ format: "jwk" });
    assert.throws(() => createPrivateKey({ key: jwk, format: "jwk" }), expected);
  }
});

// Made by `openssl genrsa -primes 3 1024`.
const THREE_PRIMES = {
  kty: "RSA",
  n: "vTL8tHg_g6HzfX4ZBelz0uIr_qYdrojVemqTkDQlLNGBe8RNTMwQP8ib4l2w-msyh1H16gMd1N6RA5qyK1xn8G1jPG_B_Ahm43EBuqH7P2xD88ZPvPJm41VH3UpCnQO7XRBay8CvGE4muItthGtz7zlYOaAjnOFmG9ELIvc7OEE",
  e: "AQAB",
  d: "BC1nBPkOtfJSdPfex5Gi_AoAXKwARcVBqWVHAs0T8QxjJn9sEYED7tSYFCeQ41i4xBJdma-QPGrZnyHukDN9oZf9cLhe1G8JrHlGSKoxqRnbFN4iwU1M3MC76Pk5DQLotCWpaQ97NgH7MMuJnLOHy7VCwJbkpFH-HKoKRdamDFE",
  p: "OqifvRCu98n_-XOVxkwG-Jx9N3rfzXk4VA8sp5dU-UtwIIHWKAWyhAfsLw",
  q: "Htxg3TW_jumQVXjOeMd_jw3vaBIF8ynFC8ptW5gXz_PfUO0vEO0ox1fSNQ",
  dp: "HqzP3C89UJdyJSEs0eYwPxKW6Mx4_RrHOi41S-73oOayXE2JkKRqFmGOQQ",
  dq: "CNw880X7OYzVY7TLkuG0Pd5CXh7OloHnkPsNar7AF3RtKU7vtGxiyNjuAQ",
  qi: "Of9rbaRDZd7sICBmlAuJ5KuHsG-0oYeU-6WIGDjrmW2zF8r9yAIjXzL-Ig",
  oth: [
    {
      r: "GsGAEYsTc5EIt7BMvlwAONs6NVvDBYYnEibCLsgusHoZWE8kDxHhSgXeMw",
      d: "Edh-UzUwBCT4a4xro4w5mbKfYHeT3FteM_0mB439ljfaL8yZgHOskHLZgQ",
      t: "B-Xea9ohmNLbFGiT97RcC0XJ9eQS-UWBVAjS6OoypCSH3qXsJycuxT9NSw",
    },
  ],
};

test("an RSA key of three primes is read with all of them and written again", () => {
  const key = createPrivateKey({ key: THREE_PRIMES as any, format: "jwk" });
  assert.deepStrictEqual(key.export({ format: "jwk" }), THREE_PRIMES);
  const { oth, ...two } = THREE_PRIMES;
  assert.throws(() => createPrivateKey({ key: two, format: "jwk" }), { code: "ERR_CRYPTO_INVALID_JWK" });
  assert.strictEqual(oth.length, 1);
});
