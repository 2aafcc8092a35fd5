const { Server, Client, utils } = require("ssh2");
const k = utils.generateKeyPairSync("ed25519");
const s = new Server({ hostKeys: [k.private] }, (c) => {
  c.on("authentication", (x) => x.accept()).on("ready", () =>
    c.on("session", (a) => {
      a().on("exec", (ok, _, info) => {
        const st = ok();
        st.write("ran " + info.command + "\n");
        st.exit(3);
        st.end();
      });
    }),
  );
}).listen(0, "127.0.0.1", function () {
  const c = new Client();
  c.on("ready", () =>
    c.exec("uptime", (e, st) => {
      st.on("data", (d) => process.stdout.write(d))
        .on("exit", (code) => console.log("exit", code))
        .on("close", () => {
          c.end();
          s.close();
        });
    }),
  ).connect({ host: "127.0.0.1", port: this.address().port, username: "a", password: "b" });
});
let n = null;
try {
  n = require("ssh2/lib/protocol/crypto/build/Release/sshcrypto.node");
} catch (e) {
  n = "no " + e.code;
}
console.log(typeof n === "object" ? Object.keys(n).sort() : n);
