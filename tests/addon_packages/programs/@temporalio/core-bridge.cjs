const { native } = require("@temporalio/core-bridge");
console.log(Object.keys(native).sort().join(" "));
const runtime = native.newRuntime({
  logExporter: { type: "console", filter: "ERROR", format: null },
  telemetry: { metricPrefix: "temporal_", attachServiceName: true },
  metricsExporter: null,
  workerHeartbeatIntervalMillis: null,
});
console.log(Object.prototype.toString.call(runtime));
native.runtimeShutdown(runtime);
try {
  native.newRuntime(1);
} catch (error) {
  console.log(error.name, error.message);
}
