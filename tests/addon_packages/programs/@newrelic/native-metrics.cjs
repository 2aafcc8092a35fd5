const getMetricEmitter = require("@newrelic/native-metrics");

const emitter = getMetricEmitter({ timeout: 1000 });
console.log(typeof emitter.getLoopMetrics(), emitter.gcEnabled);
emitter.unbind();
