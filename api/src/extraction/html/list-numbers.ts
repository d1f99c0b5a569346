import { letters, roman } from '../blocks/numerals.ts';
import { attributeOf, isElement, type HtmlElement } from './parse-html.ts';

/** Returns the markers of a list's items: `-`, or their numbers. */
export function itemNumbers(list: HtmlElement): Map<HtmlElement, string> {
  const markers = new Map<HtmlElement, string>();
  const items = list.childNodes.filter(isElement).filter(({ tagName }) => tagName === 'li');
  if (list.tagName !== 'ol') return markers;
  const isReversed = attributeOf(list, 'reversed') !== undefined;
  const type = attributeOf(list, 'type') ?? '1';
  let next = integer(attributeOf(list, 'start')) ?? (isReversed ? items.length : 1);
  for (const item of items) {
    const number = integer(attributeOf(item, 'value')) ?? next;
    markers.set(item, `${numeral(number, attributeOf(item, 'type') ?? type)}.`);
    next = number + (isReversed ? -1 : 1);
  }
  return markers;
}

function integer(text = ''): number | undefined {
  return /^\s*[+-]?\d{1,9}/.test(text) ? Number.parseInt(text, 10) : undefined;
}

function numeral(number: number, type: string): string {
  switch (type) {
    case 'a':
      return letters(number);
    case 'A':
      return letters(number).toUpperCase();
    case 'i':
      return roman(number);
    case 'I':
      return roman(number).toUpperCase();
    default:
      return String(number);
  }
}
