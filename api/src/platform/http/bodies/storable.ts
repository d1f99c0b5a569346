/**
 * Returns why a text cannot be stored as it is, in a sentence; undefined for one that can. PostgreSQL has no
 * U+0000, and UTF-8 has no half of a surrogate pair. Every other character is stored.
 */
export function textFault(text: string): string | undefined {
  if (text.includes('\u0000')) return `${CANNOT_BE_STORED}: U+0000`;
  if (text.isWellFormed()) return undefined;
  const [half = ''] = LONE_SURROGATE.exec(text) ?? [];
  return `${CANNOT_BE_STORED}: U+${half.charCodeAt(0).toString(16).toUpperCase()}, which is half of one`;
}

const CANNOT_BE_STORED = 'The text contains a character that cannot be stored';
/** With `u`, a surrogate that is half of a pair is no character of its own. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Characters of a number; 64 bits need fewer. */
const NUMBER_MAX = 1000;
/** Significant digits with which every number of 64 bits can be written. */
const DIGITS_MAX = 17;
/** Digits of a number that its refusal has. */
const SHOWN_MAX = 40;

/**
 * Returns why a number of a JSON text would be another one once it is read, in a sentence; undefined for one that
 * stays. Numbers are read with 64 bits: whole ones must be exact, fractions may be rounded as 0.1 always is.
 */
export function numberFault(source: string): string | undefined {
  // Most numbers.
  if (source.length <= 15 && !/[eE]/.test(source)) return undefined;
  const number = Number(source);
  if (Number.isNaN(number) || (source.length <= NUMBER_MAX && isKept(source, number))) {
    return undefined;
  }
  const shown = source.length > SHOWN_MAX ? `${source.slice(0, SHOWN_MAX)}…` : source;
  return `The number ${shown} would change by being stored. Send it as a text`;
}

function isKept(source: string, number: number): boolean {
  const written = decimalOf(source);
  if (written === decimalOf(String(number))) return true;
  if (number === 0 || !Number.isFinite(number)) return false;
  const isFraction = written.includes('e-');
  return isFraction && digitsOf(written) <= DIGITS_MAX;
}

/** Returns the same text for all ways to write a number: its digits without zeros around, and the exponent. */
function decimalOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return '0';
  const kept = digits.replace(/0+$/, '');
  const power = Number(exponent) - fraction.length + (digits.length - kept.length);
  return `${sign}${kept}e${power}`;
}

const digitsOf = (decimal: string) => decimal.replace(/^-|e.*$/g, '').length;
