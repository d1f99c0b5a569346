import { formatNumber, formatText } from '../ooxml/number-format/format-number.ts';

export interface Workbook {
  strings: readonly string[];
  /** Format codes by the number of a cell's style. */
  formats: readonly string[];
  is1904: boolean;
}

const MS_1900 = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

/** Returns what a cell shows, by its type (`t`), style (`s`) and stored value. */
export function cellText(
  workbook: Workbook,
  type: string | undefined,
  style: string | undefined,
  value: string,
): string {
  const code = workbook.formats[Number(style ?? 0)] ?? 'General';
  switch (type) {
    case 's':
      return formatText(workbook.strings[Number(value)] ?? '', code);
    case 'str':
    case 'inlineStr':
      return formatText(unescaped(value), code);
    case 'b':
      return value.trim() === '1' || value.trim() === 'true' ? 'TRUE' : 'FALSE';
    case 'e':
      return value;
    case 'd':
      return dateText(value.trim(), code);
    default: {
      const number = Number(value);
      return value.trim() === '' || !Number.isFinite(number)
        ? value
        : formatNumber(number, code, workbook.is1904);
    }
  }
}

/** Decodes `_x000D_`, by which Excel writes characters that XML cannot hold. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** A date or a time that is stored as ISO 8601 instead of as a number. */
function dateText(value: string, code: string): string {
  const isTime = /^\d\d:\d\d/.test(value);
  const day = /^\d{4}-\d\d-\d\d$/.test(value) ? 'T00:00:00' : '';
  const written = isTime ? `1899-12-30T${value}` : value + day;
  const time = Date.parse(written.includes('T') ? written.replace(/Z?$/, 'Z') : '');
  if (Number.isNaN(time)) return value;
  const general = isTime ? 'hh:mm:ss' : time % DAY_MS === 0 ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss';
  return formatNumber((time - MS_1900) / DAY_MS, code === 'General' ? general : code);
}
