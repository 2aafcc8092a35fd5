import mongoose from "mongoose";
const schema = new mongoose.Schema({ name: { type: String, required: true }, age: { type: Number, min: 0 } });
schema.virtual("label").get(function () {
  return `${this.name}!`;
});
const Person = mongoose.model("Person", schema);
const error = new Person({ age: -1 }).validateSync();
console.log(Object.keys(error.errors), error.errors.age.message, new Person({ name: "Ada" }).label);
