const k = require("keytar");
k.getPassword("a", "b").then(
  (x) => console.log(x),
  (e) => console.log(e.name),
);
