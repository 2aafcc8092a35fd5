const { create, globals } = require("webgpu");
Object.assign(globalThis, globals);
(async () => {
  const gpu = create([]);
  const adapter = await gpu.requestAdapter();
  console.log(typeof GPUBufferUsage.STORAGE, adapter === null ? "no adapter" : "an adapter");
})();
