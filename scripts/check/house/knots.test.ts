import { describe, expect, test } from 'vitest';

import { crossings, findKnots } from './knots.ts';
import { importsOf, PACKAGES, sourcesOf, type Import } from './read-imports.ts';

const made = (imports: Record<string, string[]>): Import[] =>
  Object.entries(imports).flatMap(([file, from]) =>
    from.map((one) => ({ file, from: one, names: ['x'], isType: false })),
  );

describe('a knot', () => {
  test('is of siblings that import each other by way of others', () => {
    const imports = made({
      'a/src/one/x.ts': ['../two/deep/y.ts'],
      'a/src/two/deep/y.ts': ['../../three.ts'],
      'a/src/three.ts': ['./one/z.ts'],
      'a/src/one/z.ts': [],
      'a/src/four/w.ts': ['../one/x.ts'],
    });
    expect(findKnots(imports)).toEqual({ 'a/src': [['one', 'three.ts', 'two']] });
  });

  test('is none where only a test imports back, nor within one folder', () => {
    const imports = made({
      'a/src/one/x.ts': ['../two/y.ts', './z.ts'],
      'a/src/one/z.ts': [],
      'a/src/two/y.ts': [],
      'a/src/two/y.test.ts': ['../one/x.ts'],
    });
    expect(findKnots(imports)).toEqual({});
  });

  test('a relative import into another package is counted, also of a test', () => {
    const imports = made({
      'a/src/x.ts': ['../../b/src/y.ts', './z.ts'],
      'a/src/x.test.ts': ['../../b/src/y.ts', '../package.json'],
    });
    expect(crossings(imports)).toEqual({ 'a b': 2 });
  });
});

describe('the house', () => {
  const imports = sourcesOf(PACKAGES).flatMap(importsOf);

  test('siblings do not import each other in a circle, on any storey', () => {
    expect(findKnots(imports), 'move what both need to a folder below both').toEqual({});
  });

  test('a relative import does not leave its package', () => {
    expect(crossings(imports), 'import a door of the other package').toEqual({});
  });
});
