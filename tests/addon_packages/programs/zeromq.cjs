const z = require("zeromq");
(async () => {
  const a = new z.Push(),
    b = new z.Pull();
  await a.bind("tcp://127.0.0.1:*");
  b.connect(a.lastEndpoint);
  await a.send("hello");
  const [m] = await b.receive();
  console.log(m.toString());
  a.close();
  b.close();
})();
