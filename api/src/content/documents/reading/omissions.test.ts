import { documentDetailSchema } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { buildMail } from '@carrel/testing/mails/build-mail.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { buildPdf } from '@carrel/testing/scans/build-pdf.ts';
import { drawPage } from '@carrel/testing/scans/draw-page.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;

beforeAll(async () => {
  first = await createPipelineFixture({ ocrLanguages: [] });
});
beforeEach(async () => {
  fixture = await first.withNewDataset();
});
afterAll(() => first.close());

async function detail(path: string) {
  const id = (await fixture.documents()).find((document) => document.path === path)?.id ?? '';
  const response = await fixture.call('GET', `/datasets/${fixture.datasetId}/documents/${id}`);
  return parse(documentDetailSchema, await response.json());
}

const HIDDEN = '<p>Shown.</p><p hidden>One.</p><p hidden>Two.</p>';
const OMITTED = [{ what: 'hidden_part', count: 2 }];

test.each([
  ['with others', HIDDEN],
  ['alone', `${HIDDEN}${'<p>Another paragraph of a long page.</p>\n'.repeat(8000)}`],
])('what was left out of a document that is read %s is in its history', async (_, page) => {
  await fixture.uploadFiles({ 'page.html': page, 'plain.txt': 'Text.' });
  const { history, omitted } = await detail('page.html');
  expect(omitted).toEqual(OMITTED);
  expect(history.map((entry) => [entry.stage, entry.omitted])).toEqual([
    ['received', undefined],
    ['partition', OMITTED],
    ['chunk', undefined],
  ]);
  const plain = await detail('plain.txt');
  expect(plain.omitted).toBeNull();
  expect(plain.history.every((entry) => entry.omitted === undefined)).toBe(true);
});

test('it is that of the bytes that the document has now', async () => {
  await fixture.uploadFiles({ 'page.html': HIDDEN });
  await fixture.uploadFiles({ 'page.html': '<p>Shown.</p>' });
  expect((await detail('page.html')).omitted).toBeNull();
  await fixture.uploadFiles({ 'page.html': HIDDEN });
  expect((await detail('page.html')).omitted).toEqual(OMITTED);
  await fixture.uploadFiles({ 'page.html': '' });
  expect(await detail('page.html')).toMatchObject({
    status: 'partitioning_error',
    omitted: null,
  });
});

test('attachments of a mail that is attached to another one are left out', async () => {
  const inner = buildMail('See the attachments.', [
    { name: 'a.txt', content: 'A.' },
    { name: 'b.txt', content: 'B.' },
  ]);
  const outer = buildMail('See the mail.', [{ name: 'inner.eml', content: inner }]);
  await fixture.uploadFiles({ 'outer.eml': outer.toString() });
  expect((await detail('outer.eml')).omitted).toBeNull();
  expect((await detail('outer.eml/inner.eml')).omitted).toEqual([{ what: 'attachment', count: 2 }]);
});

test('pages without text are left out where OCR is off', async () => {
  const scan = drawPage(['Order twelve spare valves.']);
  const content = await buildPdf([
    { text: 'The first page has a text of its own.' },
    { picture: scan },
    { picture: scan },
  ]);
  await fixture.upload(Uint8Array.from(buildZip([{ name: 'mixed.pdf', content }])));
  await fixture.waitUntilProcessed();
  expect((await detail('mixed.pdf')).omitted).toEqual([{ what: 'page_without_text', count: 2 }]);
});
