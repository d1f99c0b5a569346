import type { MetadataValue } from '@carrel/shared/contract';

/** Returns a value as a person reads and types it: a list has a line for each text. */
export function valueText(value: MetadataValue): string {
  return typeof value === 'object' ? value.join('\n') : String(value);
}

/**
 * Returns the value that a person typed: several lines are a list, as is one line in place of a list. A
 * number, or a word for yes or no, stays what it was before.
 */
export function typedValue(typed: string, before?: MetadataValue): MetadataValue {
  const lines = typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length > 1 || (typeof before === 'object' && lines.length > 0)) return lines;
  const text = lines[0] ?? '';
  if (typeof before === 'number' && text !== '' && Number.isFinite(Number(text))) {
    return Number(text);
  }
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
