import { expect, test } from 'vitest';

import { moduleSizes } from './module-sizes.ts';

test('every character of a script is counted for the module in its source map', () => {
  // "aaaa" of the first source, "bb" of the second, and the rest without a source.
  const map = {
    sources: [
      'webpack://shell/../shared/src/a.ts',
      'webpack://x/../node_modules/.pnpm/b@1/node_modules/@b/c/d.js',
    ],
    mappings: 'AAAA,ICAA,E',
  };
  expect(Object.fromEntries(moduleSizes('aaaabbrest', map))).toEqual({
    'runtime of the build': 4,
    'shared/src/a.ts': 4,
    '@b/c': 2,
  });
});
