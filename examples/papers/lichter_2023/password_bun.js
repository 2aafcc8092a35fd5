// Hashes and verifies a password with Bun.password, which the paper uses in place of the npm package bcrypt.
const password = "correct horse battery staple";

for (const algorithm of ["argon2id", "bcrypt"]) {
  const hash = await Bun.password.hash(password, algorithm === "bcrypt" ? { algorithm, cost: 4 } : algorithm);
  console.log(hash.slice(0, algorithm === "bcrypt" ? 7 : 10));
  console.log(await Bun.password.verify(password, hash), await Bun.password.verify("wrong", hash));
}
