const {
  shuffleList,
  unshuffleList,
  asyncShuffleList,
  SHUFFLE_ROUNDS_MAINNET,
} = require("@chainsafe/swap-or-not-shuffle");
const list = Uint32Array.from({ length: 50 }, (_, i) => i);
const seed = new Uint8Array(32).fill(9);
const shuffled = shuffleList(list, seed, SHUFFLE_ROUNDS_MAINNET);
console.log(shuffled.join(), unshuffleList(shuffled, seed, SHUFFLE_ROUNDS_MAINNET).join() === list.join());
asyncShuffleList(list, seed, SHUFFLE_ROUNDS_MAINNET).then((again) => {
  console.log(again.join() === shuffled.join());
  try {
    shuffleList(list, new Uint8Array(3), 10);
  } catch (e) {
    console.log(e.name, e.code, e.message);
  }
});
