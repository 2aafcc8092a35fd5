// A Fastify server that close-with-grace ends on SIGTERM: hooks run, what is under way is answered.
import closeWithGrace from "close-with-grace";
import Fastify from "fastify";

const app = Fastify({ forceCloseConnections: "idle" });
app.get("/slow", async () => {
  await new Promise((resolve) => setTimeout(resolve, 3));
  return { slow: true };
});
let release;
const held = new Promise((resolve) => (release = resolve));
app.get("/last", async () => {
  await held;
  return "answered after the signal";
});
app.addHook("preClose", async () => {
  console.log("preClose");
  setTimeout(release, 50);
});
app.addHook("onClose", async () => console.log("onClose"));
closeWithGrace({ delay: 10_000, logger: false }, async ({ signal, err, manual }) => {
  console.log("closing because of", signal ?? "nothing", err?.message ?? "no error", Boolean(manual));
  await app.close();
});
await app.listen({ port: 0, host: "127.0.0.1" });
process.send({ port: app.server.address().port });
