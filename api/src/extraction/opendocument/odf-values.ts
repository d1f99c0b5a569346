import { oneLine } from '../blocks/block-writer.ts';
import { formatNumber } from '../ooxml/number-format/format-number.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

/** Returns the value of a cell that has no text, as a program shows it by default. */
export function shownValue({ attributes }: XmlElement): string {
  const value = (name: string) => attributes[`office:${name}`];
  const number = Number(value('value') ?? Number.NaN);
  switch (value('value-type')) {
    case 'date':
      return (value('date-value') ?? '').replace('T', ' ').replace(/ 00:00:00(?:\.0+)?$/, '');
    case 'time':
      return timeText(value('time-value') ?? '');
    case 'boolean':
      return (value('boolean-value') ?? '').toUpperCase();
    case 'percentage':
      if (Number.isFinite(number)) return formatNumber(number, '0.##%').replace('.%', '%');
      break;
    case 'currency':
      if (Number.isFinite(number))
        return `${formatNumber(number, '#,##0.00')} ${value('currency') ?? ''}`.trim();
      break;
    case 'float':
      if (Number.isFinite(number)) return formatNumber(number, 'General');
      break;
  }
  return oneLine(value('string-value') ?? value('value') ?? '');
}

/** A duration as `09:30:00`. */
function timeText(duration: string): string {
  const found = /^(-?)P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,]\d*)?S)?$/.exec(duration);
  if (found === null) return duration;
  const [, sign = '', days = '0', hours = '0', minutes = '0', seconds = '0'] = found;
  const parts = [Number(days) * 24 + Number(hours), Number(minutes), Number(seconds)];
  return sign + parts.map((part) => String(part).padStart(2, '0')).join(':');
}
