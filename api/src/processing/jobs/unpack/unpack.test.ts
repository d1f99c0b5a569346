import type { DocumentDetail } from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { buildMail } from '@carrel/testing/mails/build-mail.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { buildZip, type TestEntry } from '@carrel/testing/zips/build-zip.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;

beforeAll(async () => {
  first = await createPipelineFixture();
});
beforeEach(async () => {
  fixture = await first.withNewDataset();
});
afterAll(() => first.close());

type Files = Record<string, string | Buffer>;

const zipOf = (files: Files) =>
  buildZip(Object.entries(files).map(([name, content]): TestEntry => ({ name, content })));

async function upload(files: Files, query: Parameters<PipelineFixture['upload']>[1] = {}) {
  const response = await fixture.upload(Uint8Array.from(zipOf(files)), query);
  expect(response.status).toBe(201);
  await fixture.waitUntilProcessed();
}

const paths = async () => (await fixture.documents()).map(({ path }) => path);

async function statuses(): Promise<Record<string, string>> {
  const documents = await fixture.documents();
  return Object.fromEntries(documents.map(({ path, status }) => [path, status]));
}

async function idOf(path: string): Promise<string> {
  return (await fixture.documents()).find((document) => document.path === path)?.id ?? '';
}

async function detailOf(path: string): Promise<DocumentDetail> {
  const id = await idOf(path);
  return readJson(await fixture.call('GET', `/datasets/${fixture.datasetId}/documents/${id}`));
}

const act = async (path: string, body: unknown) =>
  (await fixture.call('POST', `/datasets/${fixture.datasetId}/documents/${path}`, body)).json();

const MAIL = buildMail('See the attachments.', [
  { name: 'prices.csv', content: 'pump,price\nA,5\n' },
  { name: 'note.txt', content: 'Five pumps.' },
]);

test('attachments of a mail are documents at the path of the mail', async () => {
  await upload({ 'mails/a.eml': MAIL, 'b.txt': 'Plain.' });
  expect(await statuses()).toEqual({
    'b.txt': 'embedded',
    'mails/a.eml': 'embedded',
    'mails/a.eml/note.txt': 'embedded',
    'mails/a.eml/prices.csv': 'embedded',
  });
  const id = await idOf('mails/a.eml/note.txt');
  const content = await fixture.call(
    'GET',
    `/datasets/${fixture.datasetId}/documents/${id}/content`,
  );
  expect(await content.text()).toBe('Five pumps.');
  const { history } = await detailOf('mails/a.eml/note.txt');
  expect(history[0]).toMatchObject({ stage: 'received', archive: 'a.eml' });
  const container = await detailOf('mails/a.eml');
  expect(container.history).toContainEqual(
    expect.objectContaining({ stage: 'unpack', documents: 2 }),
  );
});

test('a mail and the folder of what is inside of it are beside each other', async () => {
  await upload({ 'mails/a.eml': MAIL });
  const { items } = await fixture.navigate('?path=mails');
  expect(items.map(({ item_type: type, path }) => [type, path])).toEqual([
    ['folder', 'mails/a.eml'],
    ['document', 'mails/a.eml'],
  ]);
  const inside = await fixture.navigate('?path=mails%2Fa.eml');
  expect(inside.items.map(({ path }) => path)).toEqual([
    'mails/a.eml/note.txt',
    'mails/a.eml/prices.csv',
  ]);
});

test('the list of archives has only the upload, which is completed with all that is inside', async () => {
  await upload({ 'a.eml': MAIL });
  expect(await fixture.archives()).toMatchObject([{ name: 'library.zip', status: 'completed' }]);
  expect(await statuses()).toMatchObject({ 'a.eml/note.txt': 'embedded' });
});

test('files of an archive inside of the archive are documents, one level deep', async () => {
  const inner = zipOf({
    'f/x.txt': 'Inner.',
    'mail.eml': MAIL,
    'deeper.zip': zipOf({ 'y.txt': 'Deeper.' }),
  });
  await upload({ 'old.zip': inner });
  expect(await statuses()).toEqual({
    'old.zip': 'embedded',
    'old.zip/deeper.zip': 'partitioning_error',
    'old.zip/f/x.txt': 'embedded',
    'old.zip/mail.eml': 'embedded',
  });
  expect((await detailOf('old.zip/deeper.zip')).error).toMatch(/an archive inside the archive/);
});

test('an upload that does not change a mail changes nothing inside of it', async () => {
  await upload({ 'a.eml': MAIL });
  const before = await fixture.documents();
  await upload({ 'a.eml': MAIL, 'new.txt': 'New.' });
  expect(await fixture.documents()).toEqual(
    expect.arrayContaining(before.map((document) => expect.objectContaining(document))),
  );
  expect(await paths()).toHaveLength(4);
});

test('a mail that is replaced keeps, changes, gains and loses what is inside of it', async () => {
  await upload({ 'a.eml': MAIL });
  const kept = await idOf('a.eml/note.txt');
  const changed = buildMail('Another text.', [
    { name: 'note.txt', content: 'Five pumps.' },
    { name: 'more.txt', content: 'More.' },
  ]);
  await upload({ 'a.eml': changed });
  expect(await paths()).toEqual(['a.eml', 'a.eml/more.txt', 'a.eml/note.txt']);
  expect(await idOf('a.eml/note.txt')).toBe(kept);
  await upload({ 'a.eml': buildMail('Nothing attached.') });
  expect(await paths()).toEqual(['a.eml']);
  expect((await fixture.navigate()).items.map(({ path }) => path)).toEqual(['a.eml']);
});

test('orphans of an upload do not include what is inside of mails that stay', async () => {
  await upload({ 'a.eml': MAIL, 'b.eml': MAIL, 'c.txt': 'C.' });
  await upload({ 'a.eml': MAIL }, { delete_orphans: true });
  expect(await paths()).toEqual(['a.eml', 'a.eml/note.txt', 'a.eml/prices.csv']);
});

test('a deleted mail is deleted and restored with what is inside of it', async () => {
  await upload({ 'a.eml': MAIL, 'c.txt': 'C.' });
  const documents = { document_ids: [await idOf('a.eml')] };
  const { removal, deleted } = (await act('delete', documents)) as {
    removal: string;
    deleted: number;
  };
  expect(deleted).toBe(3);
  expect(await paths()).toEqual(['c.txt']);
  expect(await act('restore', { removal })).toEqual({ restored: 3 });
  await fixture.waitUntilProcessed();
  expect(await paths()).toEqual(['a.eml', 'a.eml/note.txt', 'a.eml/prices.csv', 'c.txt']);
});

test('a mail that a program deletes by its path is deleted with what is inside of it', async () => {
  await upload({ 'a.eml': MAIL, 'c.txt': 'C.' });
  const place = `/datasets/${fixture.datasetId}/documents/by-path?path=a.eml`;
  expect((await fixture.call('DELETE', place)).status).toBe(200);
  expect(await paths()).toEqual(['c.txt']);
  expect((await fixture.navigate()).items.map(({ path }) => path)).toEqual(['c.txt']);
});

test('a file that was uploaded has its path before one inside of a mail', async () => {
  await upload({ 'a.eml': MAIL, 'a.eml/note.txt': 'Uploaded.' });
  const content = async () => {
    const place = `/datasets/${fixture.datasetId}/documents/${await idOf('a.eml/note.txt')}/content`;
    return (await fixture.call('GET', place)).text();
  };
  expect(await content()).toBe('Uploaded.');
  const { history } = await detailOf('a.eml');
  // Stages of the same millisecond are in no order.
  expect(history.findLast(({ stage }) => stage === 'unpack')).toMatchObject({
    error: '1 file inside is no document. The details say why.',
    detail: expect.stringContaining('note.txt: A file that was uploaded') as string,
  });
  await upload({ 'a.eml': MAIL }, { delete_orphans: true });
  expect(await paths()).toEqual(['a.eml', 'a.eml/prices.csv']);
  await act('reprocess', { document_ids: [await idOf('a.eml')] });
  await expect.poll(paths, { timeout: 20_000 }).toContain('a.eml/note.txt');
  await upload({ 'a.eml/note.txt': 'Uploaded later.' });
  expect(await content()).toBe('Uploaded later.');
});

test('hostile names are refused, equal names are numbered, inline pictures are left out', async () => {
  await upload({
    'a.eml': buildMail('Hello.', [
      { name: '../../etc/passwd', content: 'x' },
      { name: 'twice.txt', content: 'One.' },
      { name: 'twice.txt', content: 'Two.' },
      { type: 'image/png', content: 'logo', contentId: 'logo' },
      { type: 'text/calendar', content: 'BEGIN:VCALENDAR' },
    ]),
  });
  expect(await paths()).toEqual([
    'a.eml',
    'a.eml/attachment 5.ics',
    'a.eml/twice (2).txt',
    'a.eml/twice.txt',
  ]);
  expect((await detailOf('a.eml')).history).toContainEqual(
    expect.objectContaining({
      stage: 'unpack',
      documents: 3,
      detail: '../../etc/passwd: It points outside the archive.',
    }),
  );
});

test('the plan of an upload does not count what is inside as orphans', async () => {
  await upload({ 'a.eml': MAIL });
  const response = await fixture.call('GET', `/datasets/${fixture.datasetId}/manifest`);
  const { documents } = (await response.json()) as { documents: { path: string }[] };
  expect(documents.map(({ path }) => path)).toEqual(['a.eml']);
});

test('what is inside is there where a dataset keeps no originals', async () => {
  await fixture.call('PATCH', `/datasets/${fixture.datasetId}`, { keep_originals: false });
  await upload({ 'a.eml': MAIL });
  expect(await statuses()).toMatchObject({ 'a.eml/note.txt': 'embedded' });
});

test('a damaged archive inside says so and has nothing inside', async () => {
  const inner = zipOf({ 'x.txt': 'Inner.' });
  await upload({ 'old.zip': inner });
  expect(await paths()).toEqual(['old.zip', 'old.zip/x.txt']);
  await upload({ 'old.zip': inner.subarray(0, inner.length - 30) });
  expect(await statuses()).toEqual({ 'old.zip': 'partitioning_error' });
});
