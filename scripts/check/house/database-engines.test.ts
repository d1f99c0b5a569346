import { expect, test } from 'vitest';

import { importsOf, isTest, pathOf, sourcesOf, textOf } from './read-imports.ts';

const DATABASE = 'api/src/platform/database/';
const ENGINES =
  /^api\/src\/platform\/database\/(?:distributed|embedded|partitions|postgres|replicas)\//;
const PROPERTIES =
  /\bisDistributed\b|\bdatabase\.(?:kind|replicas)\b|\bkind [!=]== '(?:embedded|postgres)'/g;

/** What asks for the engine still: the list may only shrink. */
const KNOWN: Record<string, string[]> = {
  'api/src/integrations/webhooks/sending/sender.ts': ['database.replicas'],
  'api/src/integrations/webhooks/sending/start-sender.ts': ['database.kind'],
  'api/src/jobs/queue.ts': ['database.kind'],
  'api/src/processing/housekeeping/vacuum.ts': ['database.kind'],
  'api/src/processing/pipeline.ts': ['database.kind'],
};
/** Writing contents, whose file waits for a place among the ports. */
const KNOWN_IMPORT = `${DATABASE}distributed/write-contents.ts`;

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
  ).toEqual(KNOWN);
});

test('no other file imports the code of an engine', () => {
  const wrong = sourcesOf(['api/src', 'scripts', 'cli', 'client'])
    .filter((file) => !file.startsWith(DATABASE) && !isTest(file))
    .flatMap(importsOf)
    .filter((one) => one.from.startsWith('.') && ENGINES.test(pathOf(one)))
    .filter((one) => pathOf(one) !== KNOWN_IMPORT);
  expect(wrong.map(({ file, from }) => `${file} imports ${from}`)).toEqual([]);
});
