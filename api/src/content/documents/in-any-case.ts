const SPECIAL = /[\\^$.[\](){}*+?|]/g;
const escaped = (text: string) => text.replace(SPECIAL, '\\$&');

/**
 * Returns the condition that a column has a text in it, in any case, and its parameter. Paths are compared by
 * bytes, so the database knows the cases of ASCII alone: of other letters both are written down.
 */
export function hasInAnyCase(text: string): { operator: 'ILIKE' | '~'; pattern: string } {
  if (/^[ -~]*$/.test(text)) {
    return { operator: 'ILIKE', pattern: `%${text.replace(/[\\%_]/g, '\\$&')}%` };
  }
  const pattern = Array.from(text, (character) => {
    const cases = new Set([character, character.toLowerCase(), character.toUpperCase()]);
    return cases.size === 1 ? escaped(character) : `(?:${[...cases].map(escaped).join('|')})`;
  });
  return { operator: '~', pattern: pattern.join('') };
}
