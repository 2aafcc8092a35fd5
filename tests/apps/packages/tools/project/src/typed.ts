// A TypeScript module with a type error on purpose, in the last line.
export enum Level { Low = 1, High }
export interface Named { readonly name: string }
export class Person<T extends Named> {
  constructor(private readonly inner: T, public level: Level = Level.Low) {}
  get name(): string { return `${this.inner.name} ${Level[this.level]}`; }
}
export const wrong: number = new Person({ name: "x" }).name;
