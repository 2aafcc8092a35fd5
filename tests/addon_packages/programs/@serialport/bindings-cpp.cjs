const { autoDetect } = require("@serialport/bindings-cpp");

const binding = autoDetect();
(async () => {
  console.log(binding.constructor.name, Array.isArray(await binding.list().catch(() => [])));
  await binding.open({ path: "/dev/none", baudRate: 9600 }).catch((error) => console.log(error.name, error.message));
  await binding.open({ path: "/dev/null", baudRate: 9600 }).catch((error) => console.log(error.name, error.message));
})();
