import type { RtfTokens } from './rtf-tokens.ts';

/** Reads a date of a document's properties, to the end of its group; undefined where a program wrote none. */
export function readDate(tokens: RtfTokens): string | undefined {
  const parts: Record<string, number> = {};
  for (let token = tokens.next(); token?.kind === 'word'; token = tokens.next()) {
    parts[token.word] = token.value ?? 0;
  }
  return isoDate(parts);
}

function isoDate(parts: Readonly<Record<string, number>>): string | undefined {
  const { yr = 0, mo = 1, dy = 1, hr = 0, min = 0 } = parts;
  if (yr < 1900 || yr > 9999) return undefined;
  const date = new Date(Date.UTC(yr, mo - 1, dy, hr, min));
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
