// GET / answers with a small object as JSON, on Fastify.
const fastify = require("fastify")();

fastify.get("/", async () => ({ hello: "world" }));
fastify.listen({ port: 3000 });
