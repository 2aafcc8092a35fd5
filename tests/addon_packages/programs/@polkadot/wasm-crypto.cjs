// with: @polkadot/util
const crypto = require("@polkadot/wasm-crypto");
(async () => {
  console.log(await crypto.waitReady());
  const seed = new Uint8Array(32).fill(7);
  const pair = crypto.sr25519KeypairFromSeed(seed);
  const message = new TextEncoder().encode("hello");
  const signature = crypto.sr25519Sign(pair.slice(64), pair.slice(0, 64), message);
  console.log(pair.length, crypto.sr25519Verify(signature, message, pair.slice(64)));
  console.log(Buffer.from(crypto.blake2b(message, new Uint8Array(), 32)).toString("hex"));
  console.log(Buffer.from(crypto.twox(message, 2)).toString("hex"), crypto.bip39Validate("not a phrase"));
})();
