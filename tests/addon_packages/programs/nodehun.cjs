const { Nodehun } = require("nodehun");
const affix = Buffer.from("SET UTF-8\nTRY esianrtolcdugmphbyfvkwz\n");
const words = Buffer.from("2\nhello\nworld\n");
(async () => {
  const n = new Nodehun(affix, words);
  console.log(await n.spell("hello"), n.spellSync("helo"), await n.suggest("helo"), n.suggestSync("wrld"));
  await n.add("helo");
  console.log(await n.spell("helo"));
})();
