import type { DocumentList } from '@carrel/shared/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { buildTiff } from '@carrel/testing/scans/build-tiff.ts';
import { drawPage } from '@carrel/testing/scans/draw-page.ts';
import { chunksAt, detailAt, uploadScans } from '@carrel/testing/scans/read-documents.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

const LINES = Array.from({ length: 24 }, (_, at) => `Order ${at + 10} spare valves.`);

let fixture: PipelineFixture;
beforeAll(async () => {
  fixture = await createPipelineFixture();
});
afterAll(() => fixture.close());

/** Pages of the book that are left, and one until it goes on. */
async function left(): Promise<number> {
  const [row] = await fixture.server.database.query<{ ocr_left: number }>(
    `SELECT ocr_left FROM documents WHERE name = 'book.tiff'`,
  );
  return row?.ocr_left ?? 0;
}

/** Uploads a text in an organization of its own, and waits until it is ready. */
async function readTextOfOthers(): Promise<void> {
  const owner = await fixture.server.person();
  const organizationId = await fixture.server.organization(owner);
  const created = await owner.call('POST', '/datasets', {
    organizationId,
    json: { name: 'Library' },
  });
  const { id } = await readJson<{ id: string }>(created);
  await owner.call('POST', `/datasets/${id}/archives`, {
    organizationId,
    body: Uint8Array.from(buildZip([{ name: 'a.txt', content: 'A text.' }])),
    headers: { 'Content-Type': 'application/zip' },
  });
  const isReady = async () => {
    const list = await owner.call('GET', `/datasets/${id}/documents`, { organizationId });
    return (await readJson<DocumentList>(list)).status_counts.embedded;
  };
  await expect.poll(isReady, { timeout: 60_000, interval: 20 }).toBe(1);
}

test('O3: while a scan is read, a text is ready, and a server that restarts goes on with the next page', async () => {
  await uploadScans(fixture, [
    { name: 'book.tiff', content: buildTiff(LINES.map((line) => drawPage([line]))) },
  ]);
  await expect.poll(left, { timeout: 60_000, interval: 20 }).toBeGreaterThan(1);
  await readTextOfOthers();
  expect(await left()).toBeGreaterThan(1);
  expect(await detailAt(fixture, 'book.tiff')).toMatchObject({ status: 'ingested' });

  await expect.poll(left, { timeout: 60_000, interval: 20 }).toBeLessThan(LINES.length);
  await fixture.restart({});
  const read = await fixture.server.database.query(`SELECT FROM ocr_pages WHERE state = 'read'`);
  expect(read.length).toBeGreaterThan(0);
  await fixture.waitUntilProcessed();
  const { ocr, history } = await detailAt(fixture, 'book.tiff');
  expect(ocr).toEqual({ pages: LINES.length, unread: 0 });
  expect(history.map(({ stage }) => stage)).toEqual(['received', 'ocr', 'chunk']);
  const text = (await chunksAt(fixture, 'book.tiff')).map((chunk) => chunk.text).join('\n\n');
  expect(text).toBe(LINES.join('\n\n'));
}, 300_000);
