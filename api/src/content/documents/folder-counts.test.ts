import { afterAll, beforeAll, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';

let fixture: PipelineFixture;

beforeAll(async () => {
  fixture = await createPipelineFixture();
});
afterAll(() => fixture.close());

/** Documents and failures below each folder within `path`. */
async function counts(path = ''): Promise<Record<string, unknown[]>> {
  const { items } = await fixture.navigate(`?path=${path}`);
  return Object.fromEntries(
    items
      .filter(({ item_type }) => item_type === 'folder')
      .map((item) => [
        item.path,
        [item.document_count ?? undefined, item.failed_count ?? undefined],
      ]),
  );
}

test('folders count the documents and failures below them at any depth', async () => {
  const sound = 'RIFF....WAVEfmt ';
  await fixture.uploadFiles({
    'top.txt': 'Text.',
    'a/one.txt': 'One.',
    'a/b/c/two.txt': 'Two.',
    'a/b/c/sound.wav': sound,
    'ab/three.txt': 'Three.',
  });
  expect(await counts()).toEqual({ a: [3, 1], ab: [1, 0] });
  expect(await counts('a')).toEqual({ 'a/b': [2, 1] });
  expect(await counts('a/b')).toEqual({ 'a/b/c': [2, 1] });

  // A failure that new bytes repair, a new failure, a new folder.
  await fixture.uploadFiles({
    'a/b/c/sound.wav': 'Lyrics.',
    'ab/three.txt': sound,
    'd/e/four.txt': 'Four.',
  });
  expect(await counts()).toEqual({ a: [3, 0], ab: [1, 1], d: [1, 0] });

  await fixture.uploadFiles(
    { 'a/one.txt': 'One.', 'ab/three.txt': sound },
    { delete_orphans: true },
  );
  expect(await counts()).toEqual({ a: [1, 0], ab: [1, 1] });
  expect(await counts('a')).toEqual({});
});
