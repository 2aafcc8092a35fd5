const { start } = require("solana-bankrun");
(async () => {
  const context = await start([], []);
  const client = context.banksClient;
  console.log(typeof context.lastBlockhash, await client.getSlot());
  const rent = await client.getRent();
  console.log(rent.minimumBalance(100n));
  console.log((await client.getBalance(context.payer.publicKey)) > 0n);
  process.exit(0);
})();
