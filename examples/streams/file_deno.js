// Serves files from ../data: an opened file's stream is the body.
const basePath = "../data";

Deno.serve({ port: 3000 }, async (request) => {
  try {
    const file = await Deno.open(`${basePath}${new URL(request.url).pathname}`);
    return new Response(file.readable, { headers: { "content-type": "image/png" } });
  } catch {
    return new Response("File not found", { status: 404 });
  }
});
