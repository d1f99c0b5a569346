import type { Section, Token } from './sections.ts';

const layouts = new WeakMap<readonly Token[], Layout>();

/** Returns a positive number as a section of a format shows it. */
export function formatDecimal(value: number, { tokens }: Section): string {
  const slash = fractionSlash(tokens);
  if (slash !== undefined) return formatFraction(value, tokens, slash);
  let layout = layouts.get(tokens);
  if (layout === undefined) layouts.set(tokens, (layout = layoutOf(tokens)));
  const scaled = (value * 100 ** layout.percents) / 1000 ** layout.scale;
  const { digits, exponent } = layout.hasExponent
    ? scientific(scaled, layout)
    : { digits: fixed(scaled, layout.decimals), exponent: 0 };
  const [whole = '', decimals = ''] = digits.split('.');
  return placed(tokens, layout, whole === '0' ? '' : whole, decimals, exponent);
}

interface Layout {
  /** Placeholders before the point, and after it. */
  wholes: number;
  decimals: number;
  percents: number;
  /** Commas at the end of the number, each of which divides it by a thousand. */
  scale: number;
  hasThousands: boolean;
  hasExponent: boolean;
  /** Placeholders after the point, and of the exponent. */
  places: ('0' | '#' | '?')[];
  exponentWidth: number;
}

const isDigit = ({ kind }: Token): boolean => kind === 'digit';

function layoutOf(tokens: readonly Token[]): Layout {
  const end = tokens.findIndex(({ kind }) => kind === 'exponent');
  const number = end < 0 ? tokens : tokens.slice(0, end);
  const point = number.findIndex(({ kind }) => kind === 'point');
  const wholes = point < 0 ? number : number.slice(0, point);
  const last = number.findLastIndex(isDigit);
  const lastWhole = wholes.findLastIndex(isDigit);
  const trailing = (from: number) => {
    let count = 0;
    while (number[from + 1 + count]?.kind === 'comma') count += 1;
    return count;
  };
  return {
    wholes: wholes.filter(isDigit).length,
    decimals: point < 0 ? 0 : number.slice(point).filter(isDigit).length,
    percents: tokens.filter(({ kind }) => kind === 'percent').length,
    scale: last < 0 ? 0 : trailing(last) + (lastWhole === last ? 0 : trailing(lastWhole)),
    hasThousands: wholes.some(
      ({ kind }, at) => kind === 'comma' && at < lastWhole && wholes.slice(0, at).some(isDigit),
    ),
    hasExponent: end >= 0,
    places: (point < 0 ? [] : number.slice(point)).flatMap((token) =>
      token.kind === 'digit' ? [token.text] : [],
    ),
    exponentWidth: end < 0 ? 0 : tokens.slice(end).filter(isDigit).length,
  };
}

/** Rounds half up on the fifteen digits that Excel keeps; `toFixed` would make 1.00 of 1.005. */
export function fixed(value: number, decimals: number): string {
  const places = Math.min(decimals, 30);
  const near = value * 10 ** places;
  // Only beside a half does rounding depend on how the number is stored.
  const isClear = near < 1e9 && Math.abs(near - Math.floor(near) - 0.5) > 1e-6;
  const shifted = isClear ? Math.round(near) : roundedHalfUp(value, places);
  if (!(shifted < 1e15))
    return value < 1e21 ? value.toFixed(places) : BigInt(Math.round(value)).toString();
  const digits = String(shifted).padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

function roundedHalfUp(value: number, places: number): number {
  const [mantissa = '0', exponent = '0'] = value.toExponential(14).split('e');
  return Math.round(Number(`${mantissa}e${Number(exponent) + places}`));
}

function scientific(
  value: number,
  { wholes, decimals }: Layout,
): { digits: string; exponent: number } {
  if (value === 0) return { digits: fixed(0, decimals), exponent: 0 };
  const step = Math.max(1, wholes);
  const exponentOf = (number: number) =>
    Math.floor(Number(number.toExponential(14).split('e')[1]) / step) * step;
  const exponent = exponentOf(value);
  const digits = fixed(value / 10 ** exponent, decimals);
  if (Number(digits) < 10 ** step) return { digits, exponent };
  return { digits: fixed(value / 10 ** (exponent + step), decimals), exponent: exponent + step };
}

/** Puts digits into placeholders: the first takes all that are left, zeros fill up. */
function placed(
  tokens: readonly Token[],
  layout: Layout,
  whole: string,
  decimals: string,
  exponent: number,
): string {
  let left = layout.wholes;
  let used = 0;
  let text = '';
  let part: 'whole' | 'decimals' | 'exponent' = 'whole';
  const kept = keptDecimals(layout, decimals);
  let { exponentWidth } = layout;
  for (const token of tokens) {
    switch (token.kind) {
      case 'digit':
        if (part === 'whole') {
          const from = left === layout.wholes ? 0 : Math.max(0, whole.length - left);
          const to = Math.max(0, whole.length - left + 1);
          const digits = whole.slice(from, to);
          const shown = digits === '' && token.text === '0' ? '0' : digits;
          text += layout.hasThousands ? grouped(shown, left) : shown;
          left -= 1;
        } else if (part === 'decimals') {
          if (used < kept) text += decimals[used] ?? '0';
          used += 1;
        } else if (exponentWidth > 0) {
          text += String(Math.abs(exponent)).padStart(exponentWidth, '0');
          exponentWidth = 0;
        }
        break;
      case 'point':
        if (part === 'whole' && layout.wholes === 0) text += whole;
        part = 'decimals';
        if (kept > 0) text += '.';
        break;
      case 'exponent':
        part = 'exponent';
        text += `E${exponent < 0 ? '-' : token.text.endsWith('+') ? '+' : ''}`;
        break;
      case 'percent':
        text += '%';
        break;
      case 'literal':
        text += token.text;
        break;
      case 'slash':
        text += '/';
        break;
    }
  }
  return text;
}

/** Adds commas to digits of which the last is `place` places before the point. */
function grouped(digits: string, place: number): string {
  let text = '';
  for (const [at, digit] of Array.from(digits).entries()) {
    const after = place - 1 + digits.length - 1 - at;
    text += after > 0 && after % 3 === 0 ? `${digit},` : digit;
  }
  return text;
}

/** Zeros at the end are not shown where the placeholder is no zero. */
function keptDecimals({ places }: Layout, decimals: string): number {
  let kept = places.length;
  while (kept > 0 && places[kept - 1] !== '0' && (decimals[kept - 1] ?? '0') === '0') kept -= 1;
  return kept;
}

function fractionSlash(tokens: readonly Token[]): number | undefined {
  const slash = tokens.findIndex(({ kind }) => kind === 'slash');
  const isFraction =
    slash > 0 &&
    tokens[slash - 1]?.kind === 'digit' &&
    !tokens.some(({ kind }) => kind === 'point');
  return isFraction ? slash : undefined;
}

/** `# ?/?` and `# ??/16`: the nearest fraction with such a denominator. */
function formatFraction(value: number, tokens: readonly Token[], slash: number): string {
  const after = tokens.slice(slash + 1);
  const given = Number(
    after.map((token) => ('text' in token && /^\d$/.test(token.text) ? token.text : '')).join(''),
  );
  const width = Math.min(3, after.filter(({ kind }) => kind === 'digit').length);
  const gap = tokens.slice(0, slash).findLastIndex(({ kind }) => kind === 'literal');
  const hasWhole = tokens.slice(0, Math.max(0, gap)).some(({ kind }) => kind === 'digit');
  const whole = hasWhole ? Math.floor(value) : 0;
  const [numerator, denominator] = nearest(
    value - whole,
    given > 0 ? [given, given] : [1, 10 ** width - 1],
  );
  if (numerator === denominator && hasWhole) return String(whole + 1);
  if (numerator === 0) return String(whole);
  return `${whole > 0 ? `${whole} ` : ''}${numerator}/${denominator}`;
}

function nearest(value: number, [from, to]: [number, number]): [number, number] {
  let best: [number, number] = [Math.round(value * from), from];
  for (let denominator = from; denominator <= to; denominator += 1) {
    const numerator = Math.round(value * denominator);
    const isNearer =
      Math.abs(numerator / denominator - value) < Math.abs(best[0] / best[1] - value) - 1e-12;
    if (isNearer) best = [numerator, denominator];
  }
  return best;
}
