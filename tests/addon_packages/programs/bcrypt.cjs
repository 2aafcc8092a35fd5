const b = require("bcrypt");
(async () => {
  const h = await b.hash("x", 4);
  console.log(h.length, await b.compare("x", h), b.compareSync("y", h), b.getRounds(h));
  b.genSalt(4, (e, s) => console.log(e, s.length));
  try {
    b.hashSync("x");
  } catch (e) {
    console.log(e.message);
  }
})();
