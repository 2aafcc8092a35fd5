import { buildSchema, graphql, printSchema } from "graphql";
const schema = buildSchema('type Query { hello(name: String = "you"): String! }');
const rootValue = { hello: ({ name }) => `Hello ${name}` };
console.log(JSON.stringify(await graphql({ schema, source: '{ hello a: hello(name: "Ada") b }', rootValue })));
console.log(JSON.stringify(await graphql({ schema, source: '{ hello a: hello(name: "Ada") }', rootValue })));
console.log(printSchema(schema));
