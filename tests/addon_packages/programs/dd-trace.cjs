const tracer = require("dd-trace").init({
  url: "http://127.0.0.1:9",
  startupLogs: false,
  telemetry: { enabled: false },
});
const result = tracer.trace("web.request", { resource: "GET /" }, (span) => {
  span.setTag("a", 1);
  return tracer.scope().active() === span;
});
console.log(result, tracer.scope().active());
setTimeout(() => process.exit(0), 100);
