const tauri = require("@tauri-apps/cli");
(async () => {
  await tauri.run(["--help"], "tauri").catch((e) => console.log(e.name, e.message));
  await tauri.run(["none"], "tauri").catch((e) => console.log(e.name, e.message.split("\n")[0]));
})();
