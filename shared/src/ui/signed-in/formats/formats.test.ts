import { describe, expect, it } from 'vitest';

import { formatDate } from './format-date.ts';
import { formatExactTime, formatRelativeTime } from './format-relative-time.ts';
import { formatSize } from './format-size.ts';

describe('a size', () => {
  it.each([
    [512, 1, '512.0 B'],
    [1024, 1, '1.0 KB'],
    [1536, 1, '1.5 KB'],
    [1536, 2, '1.50 KB'],
    [5 * 1024 ** 2, 1, '5.0 MB'],
    [3.25 * 1024 ** 3, 2, '3.25 GB'],
    [2048 * 1024 ** 3, 1, '2048.0 GB'],
    [1024 ** 2 - 1, 1, '1.0 MB'],
    [0, 1, '0.0 B'],
    [0, 2, '0 Bytes'],
  ])('of %d bytes with %d decimals is %s', (bytes, decimals, text) => {
    expect(formatSize(bytes, { decimals })).toBe(text);
  });

  it.each([undefined, null, Number.NaN, -1])('that is missing (%s) is N/A', (bytes) => {
    expect(formatSize(bytes, { decimals: 1 })).toBe('N/A');
  });
});

describe('a date', () => {
  it('is in the short American form', () => {
    expect(formatDate('2026-11-21T12:00:00Z')).toBe('Nov 21, 2026');
  });

  it.each([undefined, null, 'soon'])('that is missing or unreadable (%s) is N/A', (iso) => {
    expect(formatDate(iso)).toBe('N/A');
  });
});

describe('a relative time', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const minute = 60_000;

  it.each([
    [0, 'just now'],
    [-59_000, 'just now'],
    [-5 * minute, '5 minutes ago'],
    [-59.9 * minute, '59 minutes ago'],
    [-3 * 60 * minute, '3 hours ago'],
    [-25 * 60 * minute, 'yesterday'],
    [-6 * 24 * 60 * minute, '6 days ago'],
    [2 * 24 * 60 * minute, 'in 2 days'],
    [-7 * 24 * 60 * minute, undefined],
  ])('%d milliseconds away reads %s', (away, text) => {
    expect(formatRelativeTime(now + away, now)).toBe(text);
  });

  it('has an exact form', () => {
    expect(formatExactTime(new Date(2026, 10, 21, 15, 4).getTime())).toMatch(
      /^Nov 21, 2026, 3:04\sPM$/,
    );
  });
});
