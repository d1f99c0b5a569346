import { expect, test } from 'vitest';

import { importsOf, isTest, pathOf, sourcesOf, textOf } from './read-imports.ts';

const DATABASE = 'api/src/platform/database/';
const ENGINES =
  /^api\/src\/platform\/database\/(?:distributed|embedded|partitions|postgres|replicas)\//;
const PROPERTIES =
  /\bisDistributed\b|\bdatabase\.(?:kind|replicas)\b|\bkind [!=]== '(?:embedded|postgres)'/g;

test('only the database knows which engine it runs on', () => {
  const files = sourcesOf(['api/src']).filter(
    (file) => !file.startsWith(DATABASE) && !isTest(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const asking = files.flatMap((file) => {
    const found = [...new Set(textOf(file).match(PROPERTIES))].map(
      (match) => /isDistributed|database\.\w+/.exec(match)?.[0] ?? match,
    );
    return found.length === 0 ? [] : [[file, [...new Set(found)]] as const];
  });
  expect(
    Object.fromEntries(asking),
    'give what it needs a name among the functions of platform/database',
  ).toEqual({});
});

test('no other file imports the code of an engine', () => {
  const wrong = sourcesOf(['api/src', 'scripts', 'cli', 'client'])
    .filter((file) => !file.startsWith(DATABASE) && !isTest(file))
    .flatMap(importsOf)
    .filter((one) => one.from.startsWith('.') && ENGINES.test(pathOf(one)));
  expect(wrong.map(({ file, from }) => `${file} imports ${from}`)).toEqual([]);
});
