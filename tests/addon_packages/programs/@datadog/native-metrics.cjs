const metrics = require("@datadog/native-metrics");

metrics.start();
setTimeout(() => {
  const stats = metrics.stats();
  console.log(Object.keys(stats).sort().join(), typeof stats.cpu.user, stats.eventLoop.count >= 0);
  metrics.stop();
}, 50);
