import { describe, expect, test } from 'vitest';

import { browserLabel } from './browser-label.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

describe('the label of a browser', () => {
  test.each([
    ['Chrome', CHROME],
    [
      'Chrome',
      'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 CriOS/143.0.0.0 Mobile/15E148 Safari/604.1',
    ],
    ['Edge', `${CHROME} Edg/143.0.0.0`],
    [
      'Edge',
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/18.0 Safari/537.36 Edge/18.1',
    ],
    ['Opera', `${CHROME} OPR/125.0.0.0`],
    ['Opera', 'Opera/9.80 (Windows NT 6.1) Presto/2.12.388 Version/12.18'],
    ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'],
    [
      'Safari',
      'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    ],
    ['Unknown Browser', 'curl/8.9.1'],
    ['Unknown', ''],
    ['Unknown', null],
    ['Unknown', undefined],
  ])('is %s for %s', (label, userAgent) => {
    expect(browserLabel(userAgent)).toBe(label);
  });
});
