// A module with an unused export.
export const greet = (name) => `Hello, ${name}!`;
export function unused() {
  return "never called";
}
