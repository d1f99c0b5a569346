import type { FoundDocuments } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { buildPdf } from '@carrel/testing/scans/build-pdf.ts';
import { buildTiff } from '@carrel/testing/scans/build-tiff.ts';
import { drawPage } from '@carrel/testing/scans/draw-page.ts';
import {
  chunksAt,
  detailAt,
  documentAt,
  uploadScans,
} from '@carrel/testing/scans/read-documents.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';

const LETTER = drawPage(['The pump needs new oil', 'after ninety hours of work.']);
const NOTE = drawPage(['Order twelve spare valves.']);
const PLAIN = drawPage([]);
const ATTACHMENT =
  '/Names << /EmbeddedFiles << /Names [(a.txt) << /Type /Filespec /F (a.txt) /EF << /F 4 0 R >> >>] >> >>';
const READ_LETTER = 'The pump needs new oil after ninety hours of work.';

describe('with OCR', () => {
  let fixture: PipelineFixture;
  beforeAll(async () => {
    fixture = await createPipelineFixture();
    await uploadScans(fixture, [
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
      {
        name: 'attached.pdf',
        content: await buildPdf([{ picture: NOTE }], undefined, { catalog: ATTACHMENT }),
      },
      { name: 'text.pdf', content: await buildPdf([{ text: 'Text of a page.' }, { blank: true }]) },
      { name: 'blank.pdf', content: await buildPdf([{ blank: true }]) },
      { name: 'empty.pdf', content: await buildPdf([{ picture: PLAIN }]) },
      { name: 'letter.png', content: await LETTER.encode('png') },
      { name: 'letter.jpg', content: await LETTER.encode('jpeg', 90) },
      { name: 'letter.webp', content: await LETTER.encode('webp', 90) },
      { name: 'no-ending', content: await LETTER.encode('png') },
      { name: 'pages.tiff', content: buildTiff([LETTER, NOTE]) },
      { name: 'plain.png', content: await PLAIN.encode('png') },
      { name: 'named.png', content: '<svg><text>Read as text</text></svg>' },
      { name: 'moving.gif', content: 'GIF89a and so on' },
    ]);
    await fixture.waitUntilProcessed();
  }, 240_000);
  afterAll(() => fixture.close());

  test.each(['scan.pdf', 'letter.png', 'letter.jpg', 'letter.webp', 'no-ending'])(
    '%s is read',
    async (path) => {
      const [chunk, ...others] = await chunksAt(fixture, path);
      expect(chunk?.text).toBe(READ_LETTER);
      expect(chunk?.confidence).toBeGreaterThan(80);
      expect(chunk?.confidence).toBeLessThanOrEqual(100);
      expect(others).toEqual([]);
      expect(await detailAt(fixture, path)).toMatchObject({
        status: 'embedded',
        ocr: { pages: 1, unread: 0 },
      });
    },
  );

  test('a PDF of texts and scans is read in the order of its pages', async () => {
    const [chunk] = await chunksAt(fixture, 'mixed.pdf');
    expect(chunk).toMatchObject({
      text: 'The first page has a text of its own.\n\nOrder twelve spare valves.\n\nThe last page has a text as well.',
      page_first: 1,
      page_last: 4,
    });
    expect((await detailAt(fixture, 'mixed.pdf')).ocr).toEqual({ pages: 1, unread: 0 });
  });

  test('a TIFF is read with its pages', async () => {
    const [chunk] = await chunksAt(fixture, 'pages.tiff');
    expect(chunk).toMatchObject({
      text: `${READ_LETTER}\n\nOrder twelve spare valves.`,
      page_first: 1,
      page_last: 2,
    });
  });

  test('the history says what OCR has read', async () => {
    const { history, attempts } = await detailAt(fixture, 'pages.tiff');
    expect(attempts).toBe(1);
    expect(history.map(({ stage }) => stage)).toEqual(['received', 'ocr', 'chunk']);
    expect(history[1]).toMatchObject({ pages: 2, unread: 0 });
  });

  test('what was left out is said beside what OCR has read', async () => {
    const { history, omitted } = await detailAt(fixture, 'attached.pdf');
    expect(omitted).toEqual([{ what: 'attachment', count: 1 }]);
    expect(history.find(({ stage }) => stage === 'ocr')).toMatchObject({ pages: 1, omitted });
  });

  test('a PDF that has a text is not left to OCR for a blank page', async () => {
    const [chunk] = await chunksAt(fixture, 'text.pdf');
    expect(chunk).toMatchObject({ text: 'Text of a page.', confidence: null });
    expect((await detailAt(fixture, 'text.pdf')).ocr).toBeNull();
  });

  test('text that is named as an image is read as text', async () => {
    const [chunk] = await chunksAt(fixture, 'named.png');
    expect(chunk?.text).toContain('Read as text');
  });

  test.each([
    ['plain.png', 'No text was found in this image.'],
    [
      'empty.pdf',
      'No text was found in this PDF, nor in the pictures of its pages. Check what is in it and upload it again.',
    ],
    ['blank.pdf', 'No text was found in this file. Check what is in it and upload it again.'],
    [
      'moving.gif',
      'This is an image of a format that is not read. Save it as PNG or JPEG and upload it again.',
    ],
  ])('%s fails: %s', async (path, error) => {
    const { status, retryable, ...document } = await documentAt(fixture, path);
    expect(document.error).toBe(error);
    expect({ status, retryable }).toEqual({ status: 'partitioning_error', retryable: false });
  });

  test('documents that were read by OCR are found', async () => {
    const response = await fixture.call(
      'GET',
      `/datasets/${fixture.datasetId}/documents/find?ocr=true`,
    );
    const { documents, total } = await readJson<FoundDocuments>(response);
    expect(total).toBe(8);
    expect(documents.map(({ path }) => path)).toContain('mixed.pdf');
    expect(documents.map(({ ocr }) => ocr?.unread)).toEqual(Array.from(documents, () => 0));
  });

  test('nothing is left of the reading itself', async () => {
    const { database } = fixture.server;
    expect(await database.query('SELECT id FROM documents WHERE ocr_left > 0')).toEqual([]);
    expect(await database.query('SELECT document_id FROM ocr_pages')).toEqual([]);
  });
});

describe('an image that failed while OCR was off', () => {
  let fixture: PipelineFixture;
  beforeAll(async () => {
    fixture = await createPipelineFixture({ ocrLanguages: [] });
    await uploadScans(fixture, [
      { name: 'note.png', content: await NOTE.encode('png') },
      { name: 'scan.pdf', content: await buildPdf([{ picture: NOTE }]) },
    ]);
    await fixture.waitUntilProcessed();
  }, 240_000);
  afterAll(() => fixture.close());

  test('says what to do without it, and is read when it is retried with OCR', async () => {
    expect((await documentAt(fixture, 'note.png')).error).toMatch(/^This is an image; text inside/);
    expect((await documentAt(fixture, 'scan.pdf')).error).toMatch(/It seems to be a scan/);
    await fixture.restart({});
    expect(await documentAt(fixture, 'note.png')).toMatchObject({ retryable: true });
    await fixture.call('POST', `/datasets/${fixture.datasetId}/documents/retry`, {
      all_failed: true,
    });
    await fixture.waitUntilProcessed();
    expect(await chunksAt(fixture, 'note.png')).toMatchObject([
      { text: 'Order twelve spare valves.' },
    ]);
    expect(await chunksAt(fixture, 'scan.pdf')).toMatchObject([{ page_first: 1 }]);
  });

  test('is searched while it is processed again', async () => {
    const { id } = await documentAt(fixture, 'note.png');
    const before = await detailAt(fixture, 'note.png');
    await fixture.call('POST', `/datasets/${fixture.datasetId}/documents/reprocess`, {
      document_ids: [id],
    });
    await expect
      .poll(
        async () => {
          const {
            chunk_version: version,
            reprocessing,
            status,
          } = await detailAt(fixture, 'note.png');
          expect(status).toBe('embedded');
          return version !== before.chunk_version && reprocessing === false;
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    expect(await detailAt(fixture, 'note.png')).toMatchObject({ ocr: { pages: 1, unread: 0 } });
    expect(await chunksAt(fixture, 'note.png')).toHaveLength(1);
  });
});
