(async () => {
  const { getLlama, getLlamaGpuTypes } = await import("node-llama-cpp");
  console.log((await getLlamaGpuTypes("supported")).includes(false));
  const llama = await getLlama({ gpu: false, build: "never", logLevel: "disabled" });
  console.log(llama.gpu, llama.buildType, llama.supportsMmap, llama.cpuMathCores > 0);
  await llama.loadModel({ modelPath: "/none.gguf" }).catch((error) => console.log(error.message));
  await llama.dispose();
})();
