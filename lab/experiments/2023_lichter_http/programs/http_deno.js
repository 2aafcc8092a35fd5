// The smallest server in Deno's spelling; the paper measures Node and Bun only.
Deno.serve({ port: 3000 }, () => new Response("Hello from Deno!"));
