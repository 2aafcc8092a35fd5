import Handlebars from "handlebars";
Handlebars.registerHelper("loud", (text) => text.toUpperCase());
const template = Handlebars.compile(
  "{{#each people}}{{loud name}} {{@index}}{{#unless @last}}, {{/unless}}{{/each}} {{{raw}}} {{raw}}",
);
console.log(template({ people: [{ name: "ada" }, { name: "grace" }], raw: "<b>" }));
