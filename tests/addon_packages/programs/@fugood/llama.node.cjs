// It ends with a segmentation fault, as in Node.js, for a model that is missing.
const llama = require("@fugood/llama.node");
(async () => {
  console.log(typeof llama.BuildInfo, await llama.isLibVariantAvailable("default"));
  console.log(JSON.stringify(await llama.getBackendDevicesInfo?.("default")).length > 2);
})();
