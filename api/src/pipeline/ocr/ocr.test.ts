import type { DocumentChunks, DocumentDetail, FoundDocuments } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '../../../testing/pipeline-fixture.ts';
import { buildPdf } from '../../../testing/scans/build-pdf.ts';
import { buildTiff } from '../../../testing/scans/build-tiff.ts';
import { drawPage } from '../../../testing/scans/draw-page.ts';
import { readJson } from '../../../testing/server-fixture.ts';
import { buildZip, type TestEntry } from '../../../testing/zips/build-zip.ts';

const LETTER = drawPage(['The pump needs new oil', 'after ninety hours of work.']);
const NOTE = drawPage(['Order twelve spare valves.']);
const PLAIN = drawPage([]);

const uploadAll = (fixture: PipelineFixture, files: TestEntry[]) =>
  fixture.upload(Uint8Array.from(buildZip(files)));

async function pathsOf(
  fixture: PipelineFixture,
): Promise<Map<string, { id: string; error: string | null | undefined; status: string }>> {
  return new Map(
    (await fixture.documents()).map(({ path, id, error, status }) => [path, { id, error, status }]),
  );
}

async function detailOf(fixture: PipelineFixture, path: string): Promise<DocumentDetail> {
  const id = (await pathsOf(fixture)).get(path)?.id ?? '';
  return readJson(await fixture.call('GET', `/datasets/${fixture.datasetId}/documents/${id}`));
}

async function chunksOf(fixture: PipelineFixture, path: string): Promise<DocumentChunks['chunks']> {
  const id = (await pathsOf(fixture)).get(path)?.id ?? '';
  const response = await fixture.call(
    'GET',
    `/datasets/${fixture.datasetId}/documents/${id}/chunks`,
  );
  return (await readJson<DocumentChunks>(response)).chunks;
}

const READ_LETTER = 'The pump needs new oil after ninety hours of work.';

describe('with OCR', () => {
  let fixture: PipelineFixture;
  beforeAll(async () => {
    fixture = await createPipelineFixture();
    await uploadAll(fixture, [
      { name: 'scan.pdf', content: await buildPdf([{ picture: LETTER }]) },
      {
        name: 'mixed.pdf',
        content: await buildPdf([
          { text: 'The first page has a text of its own.' },
          { picture: NOTE },
          { blank: true },
          { text: 'The last page has a text as well.' },
        ]),
      },
      { name: 'blank.pdf', content: await buildPdf([{ blank: true }]) },
      { name: 'letter.png', content: await LETTER.encode('png') },
      { name: 'letter.jpg', content: await LETTER.encode('jpeg', 90) },
      { name: 'letter.webp', content: await LETTER.encode('webp', 90) },
      { name: 'pages.tiff', content: buildTiff([LETTER, NOTE]) },
      { name: 'plain.png', content: await PLAIN.encode('png') },
      {
        name: 'named.png',
        content: '<svg xmlns="http://www.w3.org/2000/svg"><text>Not drawn</text></svg>',
      },
      { name: 'text.txt', content: 'A text.' },
    ]);
    await fixture.waitUntilProcessed();
  }, 120_000);
  afterAll(() => fixture.close());

  test.each(['scan.pdf', 'letter.png', 'letter.jpg', 'letter.webp'])('%s is read', async (path) => {
    const [chunk, ...others] = await chunksOf(fixture, path);
    expect(chunk?.text).toBe(READ_LETTER);
    expect(chunk?.confidence).toBeGreaterThan(80);
    expect(chunk?.confidence).toBeLessThanOrEqual(100);
    expect(others).toEqual([]);
    expect(await detailOf(fixture, path)).toMatchObject({
      status: 'embedded',
      ocr: { pages: 1, unread: 0 },
    });
  });

  test('a PDF of texts and scans is read in the order of its pages', async () => {
    const [chunk] = await chunksOf(fixture, 'mixed.pdf');
    expect(chunk).toMatchObject({
      text: 'The first page has a text of its own.\n\nOrder twelve spare valves.\n\nThe last page has a text as well.',
      page_first: 1,
      page_last: 4,
    });
    expect((await detailOf(fixture, 'mixed.pdf')).ocr).toEqual({ pages: 1, unread: 0 });
  });
});
