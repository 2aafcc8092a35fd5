try {
  const p = require("@sentry-internal/node-cpu-profiler");
  console.log(Object.keys(p));
} catch (e) {
  console.log(e.code, e.message.split("\n")[0]);
}
