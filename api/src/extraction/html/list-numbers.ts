import { numeral } from '../blocks/numerals.ts';
import { attributeOf, isElement, type HtmlElement } from './parse-html.ts';

/** Returns the markers of a list's items: `-`, or their numbers. */
export function itemNumbers(list: HtmlElement): Map<HtmlElement, string> {
  const markers = new Map<HtmlElement, string>();
  const items = list.childNodes.filter(isElement).filter(({ tagName }) => tagName === 'li');
  if (list.tagName !== 'ol') return markers;
  const isReversed = attributeOf(list, 'reversed') !== undefined;
  const type = typeOf(list) ?? '1';
  let next = integer(attributeOf(list, 'start')) ?? (isReversed ? items.length : 1);
  for (const item of items) {
    const number = integer(attributeOf(item, 'value')) ?? next;
    const numeralType = typeOf(item) ?? type;
    markers.set(item, numeralType === '-' ? '-' : `${numberOf(number, numeralType)}.`);
    next = number + (isReversed ? -1 : 1);
  }
  return markers;
}

/** Names of numbers in styles, by those of attributes. */
const STYLES: Readonly<Record<string, string>> = {
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
  'decimal-leading-zero': '01',
  decimal: '1',
  none: '-',
  disc: '-',
  circle: '-',
  square: '-',
};

function typeOf(element: HtmlElement): string | undefined {
  const style = /(?:^|;)\s*list-style(?:-type)?\s*:([^;]*)/i.exec(
    attributeOf(element, 'style') ?? '',
  );
  const words = (style?.[1] ?? '').toLowerCase().match(/[a-z-]+/g) ?? [];
  return words.map((word) => STYLES[word]).find(Boolean) ?? attributeOf(element, 'type');
}

function integer(text = ''): number | undefined {
  return /^\s*[+-]?\d{1,9}/.test(text) ? Number.parseInt(text, 10) : undefined;
}

const numberOf = (number: number, type: string): string =>
  type === '01' ? String(number).padStart(2, '0') : numeral(number, type);
