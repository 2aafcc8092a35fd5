// Answers with a stream, in Bun's spelling.
import { body } from "./body.js";

Bun.serve({ port: 3000, fetch: () => new Response(body()) });
