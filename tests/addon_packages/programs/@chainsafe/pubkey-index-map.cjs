const { PubkeyIndexMap } = require("@chainsafe/pubkey-index-map");
const map = new PubkeyIndexMap();
const key = (n) => new Uint8Array(48).fill(n);
for (let i = 0; i < 100; i++) map.set(key(i), i * 2);
console.log(map.get(key(7)), map.get(key(200)), map.size);
try {
  map.set(new Uint8Array(3), 1);
} catch (e) {
  console.log(e.name, e.code, e.message);
}
