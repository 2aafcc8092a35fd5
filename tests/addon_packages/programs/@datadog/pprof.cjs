try {
  const p = require("@datadog/pprof");
  console.log(Object.keys(p));
} catch (e) {
  console.log(e.code, e.message.split("\n")[0]);
}
