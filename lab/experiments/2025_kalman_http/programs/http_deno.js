// A short text as reply, in Deno's spelling; the paper measures Node and Bun only.
Deno.serve({ port: 3000 }, (_) => new Response("Test from Deno!"))
