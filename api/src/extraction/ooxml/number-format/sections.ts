/** A piece of a section of a number format. */
export type Token =
  | { kind: 'literal'; text: string }
  | { kind: 'digit'; text: '0' | '#' | '?' }
  | { kind: 'point' | 'comma' | 'percent' | 'text' | 'general' | 'slash' }
  | { kind: 'exponent'; text: string }
  | { kind: 'date'; text: string }
  | { kind: 'elapsed'; text: string };

export interface Section {
  tokens: Token[];
  condition: { operator: string; operand: number } | undefined;
  /** Language of its month names: a number of Windows, or a tag. */
  language: string | undefined;
}

const CODE_MAX = 1000;
const SECTION_MAX = 4;
const DATE_LETTERS = /^(?:y+|m+|d+|h+|s+|e+|b+|g+|a{3,4})/i;
const HALF_DAY = /^(?:am\/pm|a\/p|上午\/下午)/i;
/** The next piece: a quoted text, an escaped or padded character, brackets, or one character. */
const PIECE = /^(?:"([^"]*)"?|\\([\s\S])|[_*][\s\S]?|\[([^\]]*)\])/;

/** Splits a number format into its sections: positive; negative; zero; text. */
export function sectionsOf(code: string): Section[] {
  const sections: Section[] = [];
  let section = emptySection();
  for (let rest = code.slice(0, CODE_MAX); rest !== '';) {
    if (rest.startsWith(';')) {
      sections.push(section);
      section = emptySection();
      rest = rest.slice(1);
    } else rest = rest.slice(addPiece(section, rest));
  }
  return [...sections, section].slice(0, SECTION_MAX);
}

function emptySection(): Section {
  return { tokens: [], condition: undefined, language: undefined };
}

/** Adds the first piece of a text; returns its length. */
function addPiece(section: Section, text: string): number {
  const piece = PIECE.exec(text);
  if (piece !== null) {
    const [all, quoted, escaped, bracket] = piece;
    if (bracket !== undefined) addBracket(section, bracket);
    else literal(section, quoted ?? escaped ?? '');
    return all.length;
  }
  const token = tokenAt(section, text);
  section.tokens.push(token.token);
  return token.length;
}

function tokenAt({ tokens }: Section, text: string): { token: Token; length: number } {
  const general = /^general|^standard(?![a-z])/i.exec(text);
  if (general !== null) return { token: { kind: 'general' }, length: general[0].length };
  const exponent = /^e[+-]/i.exec(text);
  if (exponent !== null && tokens.some(({ kind }) => kind === 'digit')) {
    return { token: { kind: 'exponent', text: exponent[0] }, length: 2 };
  }
  const date = HALF_DAY.exec(text) ?? DATE_LETTERS.exec(text);
  if (date !== null)
    return { token: { kind: 'date', text: date[0].toLowerCase() }, length: date[0].length };
  const [first = ''] = text;
  if (first === '0' || first === '#' || first === '?')
    return { token: { kind: 'digit', text: first }, length: 1 };
  const kind = ({ '.': 'point', ',': 'comma', '%': 'percent', '@': 'text', '/': 'slash' } as const)[
    first
  ];
  return {
    token: kind === undefined ? { kind: 'literal', text: first } : { kind },
    length: Math.max(1, first.length),
  };
}

/** Colours and digits of other scripts say nothing about the text. */
function addBracket(section: Section, content: string): void {
  const condition = /^(<=|>=|<>|<|>|=)\s*(-?[\d.]+)$/.exec(content);
  const currency = /^\$([^-]*)(?:-([\da-z-]+))?/i.exec(content);
  if (condition !== null) {
    section.condition = { operator: condition[1] ?? '', operand: Number(condition[2]) };
  } else if (currency !== null) {
    section.language ??= currency[2]?.toLowerCase();
    literal(section, currency[1] ?? '');
  } else if (/^(?:h+|m+|s+)$/i.test(content)) {
    section.tokens.push({ kind: 'elapsed', text: content.toLowerCase() });
  }
}

function literal({ tokens }: Section, text: string): void {
  if (text !== '') tokens.push({ kind: 'literal', text });
}
