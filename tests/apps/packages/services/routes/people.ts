// Loaded by @fastify/autoload below /people: typed routes over a table in memory.
import { type FastifyPluginAsyncTypebox, Type } from "@fastify/type-provider-typebox";

const Person = Type.Object(
  { id: Type.Integer(), name: Type.String({ minLength: 2 }), mail: Type.Optional(Type.String({ format: "email" })) },
  { $id: "Person" },
);

const people: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(Person);
  const table = new Map<number, { id: number; name: string; mail?: string }>();
  app.get(
    "/",
    {
      schema: {
        tags: ["people"],
        querystring: Type.Object({
          limit: Type.Integer({ default: 10, maximum: 20 }),
          like: Type.Optional(Type.String()),
        }),
        response: { 200: Type.Array(Type.Ref("Person")) },
      },
    },
    async ({ query }) =>
      [...table.values()].filter(({ name }) => name.includes(query.like ?? "")).slice(0, query.limit) as never,
  );
  app.post(
    "/",
    { schema: { tags: ["people"], body: Type.Omit(Person, ["id"]), response: { 201: Type.Ref("Person") } } },
    async ({ body }, reply) => {
      const id = table.size + 1;
      table.set(id, { ...body, id });
      return reply
        .code(201)
        .header("location", `/people/${id}`)
        .send({ ...body, id, secret: "not in the schema" } as never);
    },
  );
  app.get(
    "/:id",
    { schema: { tags: ["people"], params: Type.Object({ id: Type.Integer() }) } },
    async ({ params }) => table.get(params.id) ?? app.httpErrors.notFound(`nobody has number ${params.id}`),
  );
  app.delete(
    "/:id",
    { onRequest: [app.signedIn], schema: { params: Type.Object({ id: Type.Integer() }) } },
    async ({ params }, reply) => {
      app.assert(table.delete(params.id), 404, "nobody");
      return reply.code(204).send();
    },
  );
};
export default people;
