// vite builds the small project, serves it in development and loads a module of it.
import fs from "node:fs";
import { build as viteBuild, createServer } from "vite";

const files = (folder) =>
  fs
    .readdirSync(folder, { recursive: true })
    .map((name) => String(name).replace(/-[\w-]{8}\./, "-HASH."))
    .sort()
    .join(" ");

await viteBuild({
  root: "project",
  logLevel: "silent",
  configFile: false,
  build: { outDir: "../out/vite", emptyOutDir: true, minify: "esbuild" },
});
console.log(files("out/vite"), fs.readFileSync("out/vite/index.html", "utf8").includes('<script type="module"'));
const server = await createServer({
  root: "project",
  logLevel: "silent",
  configFile: false,
  server: { port: 0, host: "127.0.0.1", watch: null },
  cacheDir: "../out/cache",
  optimizeDeps: { noDiscovery: true },
});
await server.listen();
const { port } = server.httpServer.address();
const page = await fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
const module = await fetch(`http://127.0.0.1:${port}/src/greet.js`);
console.log(
  page.includes("/@vite/client"),
  module.status,
  module.headers.get("content-type"),
  (await module.text()).includes("Hello"),
);
console.log((await server.ssrLoadModule("/src/greet.js")).greet("ssr"));
await server.close();
console.log("closed");
