const o = require("oracledb");
console.log(o.thin);
try {
  o.initOracleClient();
} catch (e) {
  console.log(e.code, e.message.split(":")[0]);
}
o.getConnection({ user: "a", password: "b", connectString: "127.0.0.1:1/x" }).catch((e) => console.log(e.code));
