// Bun.password. Runs with the home "bun" only: elsewhere there is no `Bun`, and nothing to test.
import assert from "node:assert";
import { test } from "../harness.ts";

const password = (globalThis as any).Bun?.password;
// Made by Bun 1.4.5 from "hey" and, for the last, from 80 times "x".
const FROM_BUN = [
  [
    "hey",
    "$argon2id$v=19$m=8,t=1,p=1$w1ikn4W/Hra9f6A7/u8iElBw4QU7yVCFoM46l/ocDaM$/2Zs2uo4NykSn+wOYILiH65wul72L0japjm9g0lX800",
  ],
  ["hey", "$2b$04$D.wtjelf3Rm8dmBF1qUfWey4cAxNF7cQCt5CckXq2j28PEpGkAMDK"],
  ["x".repeat(80), "$2b$04$awCoSa3TIhmjr/UNq6tuZOgNLl3ZWY6d7hqdU0kpCmDaBoo4Jlkkq"],
] as const;

if (password !== undefined) {
  test("hashes of Bun verify, and other passwords do not", async () => {
    for (const [text, hash] of FROM_BUN) {
      assert.strictEqual(password.verifySync(text, hash), true);
      assert.strictEqual(await password.verify(`${text}!`, hash), false);
    }
  });

  test("each algorithm writes its form and verifies it", async () => {
    assert.match(
      await password.hash("pw", { algorithm: "argon2id", memoryCost: 8, timeCost: 1 }),
      /^\$argon2id\$v=19\$m=8,t=1,p=1\$/,
    );
    for (const algorithm of ["argon2i", "argon2d"]) {
      const hash = password.hashSync("pw", { algorithm, memoryCost: 16, timeCost: 3 });
      assert.ok(hash.startsWith(`$${algorithm}$v=19$m=16,t=3,p=1$`), hash);
      assert.strictEqual(password.verifySync("pw", hash), true);
    }
    const hash = await password.hash(Buffer.from("pw"), { algorithm: "bcrypt", cost: 4 });
    assert.match(hash, /^\$2b\$04\$.{53}$/);
    assert.strictEqual(await password.verify("pw", hash), true);
  });

  test("wrong arguments throw at once, with Bun's messages", () => {
    const refused = (run: () => unknown, message: string) =>
      assert.throws(run, { name: "TypeError", code: "ERR_INVALID_ARG_TYPE", message });
    refused(() => password.hash(""), "password must not be empty");
    refused(() => password.hashSync(1), "password must be a string, ArrayBuffer or ArrayBufferView");
    refused(
      () => password.hashSync("a", { algorithm: "bcrypt", cost: 3 }),
      "Rounds must be an integer between 4 and 31",
    );
    refused(
      () => password.hashSync("a", { algorithm: "bcrypt", cost: 4.5 }),
      "Rounds must be an integer between 4 and 31",
    );
    refused(() => password.hashSync("a", { algorithm: 5 as any }), "PasswordHashOptions.algorithm must be a string");
    refused(() => password.verifySync("a", "x", 5 as any), "algorithm must be a string");
    refused(() => password.hashSync("a", { algorithm: "argon2id", timeCost: 0 }), "Time cost must be greater than 0");
    refused(() => password.hashSync("a", { algorithm: "argon2id", memoryCost: 7 }), "Memory cost must be at least 8");
  });

  test("a hash that cannot be read rejects with a code", async () => {
    await assert.rejects(password.verify("a", "x"), {
      code: "PASSWORD_UNSUPPORTED_ALGORITHM",
      message: 'Password verification failed with error "UnsupportedAlgorithm"',
    });
    assert.throws(() => password.verifySync("a", "$argon2id$"), { code: "PASSWORD_INVALID_ENCODING" });
    assert.strictEqual(password.verifySync("a", ""), false);
  });
} else {
  test("there is no Bun in other homes", () => assert.strictEqual("Bun" in globalThis, false));
}
