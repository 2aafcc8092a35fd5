const l = require("lz4-napi");
l.compress("hello".repeat(20)).then(async (c) => {
  console.log(c.length < 60, (await l.uncompress(c)).toString().length);
});
