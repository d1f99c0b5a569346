import { unescaped } from './json-text.ts';
import type { Block } from '../blocks/block.ts';

/** Reads a record a line. One that is no JSON is read as it is. */
export function readJsonLines(text: string): Block[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({ kind: 'paragraph', text: recordText(line) }));
}

function recordText(line: string): string {
  try {
    const record: unknown = JSON.parse(line);
    if (typeof record === 'string') return record;
    if (typeof record !== 'object' || record === null || Array.isArray(record))
      return unescaped(line);
    return Object.entries(record)
      .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join('\n');
  } catch {
    return unescaped(line);
  }
}
