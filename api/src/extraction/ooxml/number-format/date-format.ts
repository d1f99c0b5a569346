import { eraName, eraYear } from './eras.ts';
import { localeOf } from './locales.ts';
import type { Section, Token } from './sections.ts';

const DAY_MS = 86_400_000;
const DAYS_MAX = 2_958_465;
/** Days between the first day of either way of counting and 1970. */
const EPOCH_1900 = 25_569;
const EPOCH_1904 = 24_107;

const JAPAN = 'ja';
const TAIWAN = 'zh-TW';

/** Returns a count of days as a section of a format shows it; undefined for one that is no date. */
export function formatDate(days: number, section: Section, is1904: boolean): string | undefined {
  if (days < 0 || days > DAYS_MAX) return undefined;
  const tokens = withMinutes(section.tokens);
  const fraction = fractionDigits(tokens);
  const unit = 1000 / 10 ** fraction;
  const ms = Math.round((days * DAY_MS) / unit) * unit;
  const date = new Date(ms - epochOf(days, is1904) * DAY_MS);
  const hasHalves = tokens.some(
    ({ kind, text }) => kind === 'date' && /^(?:a[m/]|上)/.test(text ?? ''),
  );
  const hasEra = tokens.some(({ text }) => text?.startsWith('g') === true);
  const locale = localeOf(section.language) ?? (hasEra ? JAPAN : 'en-US');
  let isFraction = false;
  return tokens
    .map((token): string => {
      if (token.kind === 'point') isFraction = fraction > 0;
      switch (token.kind) {
        case 'date':
          return datePart(token.text ?? '', date, locale, hasHalves);
        case 'elapsed':
          return elapsed(token.text ?? '', ms);
        case 'digit':
          return '';
        case 'point':
          return isFraction
            ? `.${String(date.getUTCMilliseconds()).padStart(3, '0').slice(0, fraction)}`
            : '.';
        default:
          return token.text ?? SIGNS[token.kind] ?? '';
      }
    })
    .join('');
}

const SIGNS: Readonly<Record<string, string>> = { comma: ',', slash: '/', percent: '%' };

/** 1900 has a 29th of February in Excel, so days before it count one more. */
function epochOf(days: number, is1904: boolean): number {
  if (is1904) return EPOCH_1904;
  return days < 60 ? EPOCH_1900 - 1 : EPOCH_1900;
}

interface DateToken {
  kind: Token['kind'];
  text?: string;
}

/** Calls the minutes `n`: an `m` after hours or before seconds. */
function withMinutes(tokens: readonly Token[]): DateToken[] {
  const parts = tokens.filter(({ kind }) => kind === 'date' || kind === 'elapsed');
  return tokens.map((token): DateToken => {
    if (token.kind !== 'date' || !/^m{1,2}$/.test(token.text)) return token;
    const at = parts.indexOf(token);
    const before = parts[at - 1];
    const after = parts[at + 1];
    const isMinute =
      isPart(before, 'h') ||
      isPart(after, 's') ||
      (isPart(before, 's') && before?.kind === 'elapsed');
    return isMinute ? { kind: 'date', text: token.text.replaceAll('m', 'n') } : token;
  });
}

function isPart(token: Token | undefined, letter: string): boolean {
  return token !== undefined && 'text' in token && token.text.startsWith(letter);
}

function fractionDigits(tokens: readonly DateToken[]): number {
  const point = tokens.findIndex(
    ({ kind }, at) => kind === 'point' && tokens[at + 1]?.kind === 'digit',
  );
  if (point < 0) return 0;
  let digits = 0;
  while (digits < 3 && tokens[point + 1 + digits]?.kind === 'digit') digits += 1;
  return digits;
}

function datePart(text: string, date: Date, locale: string, hasHalves: boolean): string {
  const number = (value: number) =>
    String(value).padStart(text.length, '0').slice(-Math.max(2, text.length));
  const hours = date.getUTCHours();
  switch (text[0]) {
    case 'y':
      return String(date.getUTCFullYear()).slice(text.length <= 2 ? -2 : 0);
    case 'e':
      return String(eraYear(date, locale.startsWith(JAPAN), locale === TAIWAN)).padStart(
        text.length,
        '0',
      );
    case 'g':
      return eraName(date, text.length);
    case 'b':
      return String(date.getUTCFullYear() + 543).slice(text.length <= 2 ? -2 : 0);
    case 'm':
      return text.length <= 2
        ? number(date.getUTCMonth() + 1)
        : nameOf(date, 'month', text.length, locale);
    case 'd':
      return text.length <= 2
        ? number(date.getUTCDate())
        : nameOf(date, 'weekday', text.length, locale);
    case 'h':
      return number(hasHalves ? hours % 12 || 12 : hours);
    case 'n':
      return number(date.getUTCMinutes());
    case 's':
      return number(date.getUTCSeconds());
    case 'a':
      // The day of the week, as East Asia writes it.
      if (text.startsWith('aaa'))
        return nameOf(date, 'weekday', text.length, /^(?:ja|zh|ko)/.test(locale) ? locale : JAPAN);
      return (hours < 12 ? 'AM' : 'PM').slice(0, text === 'a/p' ? 1 : 2);
    case '上':
      return hours < 12 ? '上午' : '下午';
    default:
      return '';
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

function nameOf(date: Date, part: 'month' | 'weekday', length: number, locale: string): string {
  const width = length === 5 ? 'narrow' : length === 3 ? 'short' : 'long';
  const key = `${locale} ${part} ${width}`;
  let format = formats.get(key);
  if (format === undefined) {
    // With a day beside it, a month has the form that it has in a date.
    format = new Intl.DateTimeFormat(locale, {
      timeZone: 'UTC',
      [part]: width,
      ...(part === 'month' && { day: 'numeric' }),
    });
    formats.set(key, format);
  }
  return format.formatToParts(date).find(({ type }) => type === part)?.value ?? '';
}

function elapsed(text: string, ms: number): string {
  const unit = { h: 3_600_000, m: 60_000, s: 1000 }[text[0] ?? 's'] ?? 1000;
  return String(Math.floor(ms / unit)).padStart(text.length, '0');
}
