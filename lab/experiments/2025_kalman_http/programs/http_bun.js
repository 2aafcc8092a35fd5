// A short text as reply, in Bun's spelling.
Bun.serve({
  port: 3000,
  fetch(_) {
    return new Response("Test from Bun!")
  },
})
