/** Characters of the names in one list: metadata that is too large as a whole would not be kept, and limit nothing. */
const CHARACTERS_MAX = 6000;

/** Names of groups or people that may read an object, in an order that does not change, and as many as are kept. */
export function boundedNames(names: readonly string[]): string[] {
  let characters = 0;
  return [...new Set(names)].sort().filter((name) => {
    characters += name.length + 3;
    return characters <= CHARACTERS_MAX;
  });
}
