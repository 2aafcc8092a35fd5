// Tags of Vitest's tests: those that the configuration defines, and what their tests have by default.
// https://vitest.dev/guide/test-tags

/** An entry of `tags` of a configuration: besides these it has options of tests. */
export interface TagDefinition {
  name: string;
  description?: string;
  priority?: number;
  [option: string]: unknown;
}

/** The tags of a configuration. `isStrict`: others are errors. */
export interface TagRules {
  definitions: TagDefinition[];
  isStrict: boolean;
}

/** The tags of a test or suite: those around it, and its own; undefined for none. */
export function tagsIn(around: readonly string[] | undefined, own: unknown): readonly string[] | undefined {
  if (own === undefined) return around;
  return [...new Set([...(around ?? []), ...[own].flat().map(String)])];
}

/** The options that tags give a test, the least important ones first. Throws for a tag that is not defined. */
export function optionsOfTags({ definitions, isStrict }: TagRules, tags: readonly string[]): object[] {
  const found: TagDefinition[] = [];
  for (const tag of tags) {
    const definition = definitions.find(({ name }) => name === tag);
    if (definition !== undefined) found.push(definition);
    else if (isStrict) throw new Error(unknownTag(definitions, tag));
  }
  const rank = ({ priority = Infinity }: TagDefinition): number => priority;
  return found.sort((one, other) => (rank(one) === rank(other) ? 0 : rank(other) - rank(one)));
}

function unknownTag(definitions: TagDefinition[], tag: string): string {
  if (definitions.length === 0)
    return `The Vitest config does't define any "tags", cannot apply "${tag}" tag for this test. See: https://vitest.dev/guide/test-tags`;
  const lines = definitions.map(
    ({ name, description }) => `- ${name}${description === undefined ? "" : `: ${description}`}`,
  );
  return `The tag "${tag}" is not defined in the configuration. Available tags are:\n${lines.join("\n")}`;
}
