const c = require("couchbase");
console.log(typeof c.connect);
c.connect("couchbase://127.0.0.1:1", { username: "a", password: "b", timeouts: { connectTimeout: 500 } }).catch((e) =>
  console.log(e.name, e.message),
);
