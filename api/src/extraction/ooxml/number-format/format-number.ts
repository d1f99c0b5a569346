import { formatDate } from './date-format.ts';
import { fixed, formatDecimal } from './decimal-format.ts';
import { sectionsOf, type Section } from './sections.ts';

const FORMATS_MAX = 5000;
/** Characters of a format; Excel takes 255. */
const CODE_MAX = 1000;
const formats = new Map<string, readonly Section[]>();

/** Returns a number as Excel shows it by a format code such as `#,##0.00` or `d mmmm yyyy`. */
export function formatNumber(value: number, code: string, is1904 = false): string {
  const isNone = code.trim() === '' || code.length > CODE_MAX;
  const sections = compiled(isNone ? 'General' : code);
  const index = sectionFor(value, sections);
  const section = sections[index];
  if (section === undefined) return generalNumber(value);
  const { tokens, condition } = section;
  if (tokens.some(({ kind }) => kind === 'date' || kind === 'elapsed')) {
    return formatDate(value, section, is1904)?.trim() ?? generalNumber(value);
  }
  const hasNumber = tokens.some(({ kind }) => kind === 'digit' || kind === 'percent');
  const isGeneral = tokens.some(({ kind }) => kind === 'general' || kind === 'text');
  // A section of negative numbers says itself how they are marked.
  const ownSign =
    condition === undefined
      ? index === 1
      : /^<=?$/.test(condition.operator) && condition.operand <= 0;
  const sign = value < 0 && !ownSign && (hasNumber || isGeneral) ? '-' : '';
  if (isGeneral) return (sign + withLiterals(section, generalNumber(Math.abs(value)))).trim();
  const text = formatDecimal(Math.abs(value), section).trim();
  return sign !== '' && /[1-9]/.test(text) ? sign + text : text;
}

/** Returns a text as its cell shows it: a format may add to it, or hide it. */
export function formatText(text: string, code: string): string {
  if (!/[@;]/.test(code) || code.length > CODE_MAX) return text;
  const sections = compiled(code);
  const section =
    sections[3] ?? sections.find(({ tokens }) => tokens.some(({ kind }) => kind === 'text'));
  if (section === undefined) return text;
  return withLiterals(section, text);
}

/** Up to eleven digits, and whole numbers completely. */
function generalNumber(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e15) return String(value);
  if (size < 1e-4 || size >= 1e15) {
    const [mantissa = '', exponent = '+0'] = Number(value.toPrecision(6))
      .toExponential()
      .split('e');
    return `${mantissa}E${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
  }
  const places = Math.max(0, 10 - Math.max(0, Math.floor(Math.log10(size))));
  const digits = fixed(size, places);
  return (value < 0 ? '-' : '') + (places === 0 ? digits : digits.replace(/\.?0+$/, ''));
}

function compiled(code: string): readonly Section[] {
  let sections = formats.get(code);
  if (sections === undefined) {
    if (formats.size >= FORMATS_MAX) formats.clear();
    sections = sectionsOf(code);
    formats.set(code, sections);
  }
  return sections;
}

function sectionFor(value: number, sections: readonly Section[]): number {
  if (sections.some(({ condition }) => condition !== undefined)) {
    const found = sections.findIndex(
      ({ condition }) => condition !== undefined && holds(value, condition),
    );
    if (found >= 0) return found;
    const other = sections.findLastIndex(({ condition }, at) => condition === undefined && at < 3);
    return other >= 0 ? other : -1;
  }
  const numeric = sections.length === 4 ? 3 : sections.length;
  if (value < 0 && numeric > 1) return 1;
  return value === 0 && numeric > 2 ? 2 : 0;
}

function holds(value: number, { operator, operand }: NonNullable<Section['condition']>): boolean {
  switch (operator) {
    case '<':
      return value < operand;
    case '<=':
      return value <= operand;
    case '>':
      return value > operand;
    case '>=':
      return value >= operand;
    case '<>':
      return value !== operand;
    default:
      return value === operand;
  }
}

function withLiterals({ tokens }: Section, text: string): string {
  if (tokens.length === 0) return '';
  return tokens
    .map((token) => {
      if (token.kind === 'general' || token.kind === 'text') return text;
      return token.kind === 'literal' ? token.text : '';
    })
    .join('');
}
