import { z } from "zod";
const Person = z.object({
  name: z.string().min(2),
  age: z.coerce.number().int(),
  tags: z.array(z.enum(["a", "b"])).default([]),
});
console.log(
  Person.parse({ name: "Ada", age: "36" }),
  Person.safeParse({ name: "A", age: 1.5 }).error.issues.map((issue) => [issue.path, issue.code]),
);
