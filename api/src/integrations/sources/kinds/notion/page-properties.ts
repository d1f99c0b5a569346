import { escapeHtml } from '../../../../extraction/html/escape-html.ts';
import { htmlOf, plainText, richTextOf } from './rich-text.ts';

export type Properties = Readonly<Record<string, unknown>>;

const PROPERTIES_MAX = 100;

type Value = Readonly<Record<string, unknown>>;

const isValue = (value: unknown): value is Value => typeof value === 'object' && value !== null;

/** The title of a page: the property of that type, whatever its name. */
export function titleOf(properties: Properties): string {
  const title = Object.values(properties).find(
    (value) => isValue(value) && value['type'] === 'title',
  );
  return isValue(title) ? plainText(richTextOf(title['title'])) : '';
}

/** The other properties of a row of a database, as a table; empty where it has none. */
export function propertiesHtml(properties: Properties): string {
  const rows = Object.entries(properties)
    .slice(0, PROPERTIES_MAX)
    .flatMap(([name, value]) => {
      const html = isValue(value) ? valueHtml(value) : '';
      return html === '' ? [] : [`<tr><th>${escapeHtml(name)}</th><td>${html}</td></tr>`];
    });
  return rows.length === 0 ? '' : `<table>${rows.join('')}</table>\n`;
}

function valueHtml(property: Value): string {
  const type = String(property['type']);
  const value = property[type];
  if (type === 'title' || value === null || value === undefined) return '';
  if (type === 'rich_text') return htmlOf(richTextOf(value));
  if (type === 'formula' && isValue(value)) return valueHtml(value);
  if (Array.isArray(value)) {
    return value
      .slice(0, PROPERTIES_MAX)
      .map((each) => nameHtml(each))
      .filter(Boolean)
      .join(', ');
  }
  if (type === 'date' && isValue(value)) {
    return [value['start'], value['end']]
      .filter((date) => typeof date === 'string')
      .map((date) => escapeHtml(date))
      .join(' – ');
  }
  if (type === 'unique_id' && isValue(value)) {
    const { prefix, number } = value;
    return escapeHtml(
      [prefix, number].filter((each) => ['string', 'number'].includes(typeof each)).join('-'),
    );
  }
  return nameHtml(value);
}

/** A text, a number, or the name of an option, a person or a file. */
function nameHtml(value: unknown): string {
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return isValue(value) && typeof value['name'] === 'string' ? escapeHtml(value['name']) : '';
}
