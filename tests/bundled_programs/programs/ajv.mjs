import Ajv from "ajv";
const validate = new Ajv({ allErrors: true }).compile({
  type: "object",
  properties: { a: { type: "integer", minimum: 3 }, b: { type: "string", pattern: "^x" } },
  required: ["a", "b"],
});
console.log(
  validate({ a: 3, b: "xy" }),
  validate({ a: 1 }),
  validate.errors.map((error) => error.message),
);
