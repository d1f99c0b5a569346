import { expect, test } from 'vitest';

import { plainModule } from './plain-module.ts';

const named = (specifier: string) =>
  specifier === '@carrel/shared/contract' ? '../../shared/src/contract/public.ts' : undefined;

test('a module loses its types, and keeps each line where it was', () => {
  const { text } = plainModule(
    'a.ts',
    'import type { A } from "./types.ts";\nexport const a: number = 1;\nthrow new Error();',
    named,
  );
  expect(text.split('\n').map((line) => line.trim())).toEqual([
    '',
    expect.stringMatching(/^export const a +=  *1;$/),
    'throw new Error();',
  ]);
});

test('imports, exports and threads name files of JavaScript', () => {
  const { text, files } = plainModule(
    'a.ts',
    [
      `import { a } from './a.ts';`,
      `export { b, c } from '../b.ts';`,
      `export * from './d.ts';`,
      `const e = () => import('./e.ts');`,
      `new Worker(new URL('thread.ts', import.meta.url));`,
      `import { f } from '@carrel/shared/contract';`,
      `const text = 'not ./an-import.ts';`,
    ].join('\n'),
    named,
  );
  expect(text).toBe(
    [
      `import { a } from './a.js';`,
      `export { b, c } from '../b.js';`,
      `export * from './d.js';`,
      `const e = () => import('./e.js');`,
      `new Worker(new URL('thread.js', import.meta.url));`,
      `import { f } from '../../shared/src/contract/public.js';`,
      `const text = 'not ./an-import.ts';`,
    ].join('\n'),
  );
  expect(files.toSorted()).toEqual(
    [
      './a.ts',
      '../b.ts',
      './d.ts',
      './e.ts',
      'thread.ts',
      '../../shared/src/contract/public.ts',
    ].toSorted(),
  );
});

test('packages are named without their inner paths, and without modules of Node.js', () => {
  const { packages } = plainModule(
    'a.ts',
    [
      `import { readFile } from 'node:fs/promises';`,
      `import { Hono } from 'hono/tiny';`,
      `import * as pdf from '@scope/pdf/build/pdf.mjs';`,
      `const mail = createRequire(import.meta.url)('a-mail');`,
    ].join('\n'),
    named,
  );
  expect(packages.toSorted()).toEqual(['@scope/pdf', 'a-mail', 'hono']);
});
