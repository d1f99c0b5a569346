import { expect, test } from 'vitest';

import { readLibraryFile } from '@carrel/testing/zips/team-library.ts';
import { partition } from '../../partition/partition.ts';
import { loadPdf } from '../../pdf/load-pdf.ts';
import { drawPage, grayPage } from '../pages/pdf-pages.ts';
import { engineFor } from './engine.ts';

const wordsOf = (texts: readonly { text: string }[]) =>
  texts.flatMap(({ text }) => text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []);

test('O4: at least 98 % of the words of a page are read', async () => {
  const name = 'layout-parser-paper-fast.pdf';
  const bytes = await readLibraryFile(`Research/Papers/${name}`);
  const written = wordsOf((await partition(bytes, name)).filter(({ page }) => page === 2));
  const { pdf, close } = await loadPdf(bytes);
  const engine = await engineFor(['eng']);
  // The pages of a document are drawn without the text that they have.
  const drawn = grayPage(await drawPage(await pdf.getPage(2)));
  const left = wordsOf(engine.recognize(drawn, 2));
  await close();
  const found = written.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  expect(written.length).toBeGreaterThan(400);
  expect(found.length / written.length).toBeGreaterThanOrEqual(0.98);
}, 120_000);
