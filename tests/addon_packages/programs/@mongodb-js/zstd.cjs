const { compress, decompress } = require("@mongodb-js/zstd");
(async () => {
  const c = await compress(Buffer.from("hello ".repeat(100)), 3);
  console.log(c.length < 60, (await decompress(c)).toString().length);
  await decompress(Buffer.from("xx")).catch((e) => console.log(e.name, e.message));
})();
