// Answers with a stream, in Deno's spelling.
import { body } from "./body.js";

Deno.serve({ port: 3000 }, () => new Response(body()));
