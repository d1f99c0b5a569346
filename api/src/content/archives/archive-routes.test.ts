import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readJson } from '@carrel/testing/server-fixture.ts';
import { cleanUpFiles } from '../../processing/housekeeping/clean-up-after-crash.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { openFolderStorage } from '../../platform/storage/folder/folder-storage.ts';
import { uploadPieces } from './uploads/receive-archive.ts';

const MAX_BYTES = 100_000;
const zip = Uint8Array.from(buildZip([{ name: 'a.txt', content: 'Text.' }]));

let fixture: PipelineFixture;
let directory: string;

beforeAll(async () => {
  fixture = await createPipelineFixture({}, { maxUploadBytes: MAX_BYTES });
  directory = join(fixture.server.dependencies.settings.dataDirectory, 'archives');
});
afterAll(() => fixture.close());

/** Sends a body piece by piece, as a socket would. */
function send(body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}) {
  const { server, owner, organizationId, datasetId } = fixture;
  return server.app.request(`/api/v1/datasets/${datasetId}/archives?sync=false`, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: {
      'Content-Type': 'application/zip',
      'X-Organization-Id': organizationId,
      Cookie: [...owner.cookies].map((pair) => pair.join('=')).join('; '),
      ...headers,
    },
  });
}

const pieces = (...parts: Uint8Array[]) => ReadableStream.from<Uint8Array>(parts);

/** The response to a refused upload, and the archives and files after it. */
async function outcomeOf(pending: Promise<Response> | Response) {
  const response = await pending;
  const { message } = await readJson<{ message: string }>(response);
  return {
    status: response.status,
    message,
    archives: await fixture.archives(),
    files: [...(await readdir(directory)), ...(await readdir(join(directory, 'incoming')))],
  };
}

const nothing = (status: number, message: RegExp) => ({
  status,
  message: expect.stringMatching(message) as unknown,
  archives: [],
  files: ['incoming'],
});

describe('U1: an upload leaves nothing behind', () => {
  test.each([0, 0.01, 0.5, 0.999])('when it is cut off at %d of its length', async (share) => {
    let sent = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (sent) controller.error(new Error('aborted'));
        else controller.enqueue(zip.subarray(0, Math.max(1, Math.floor(zip.length * share))));
        sent = true;
      },
    });
    expect(await outcomeOf(send(body))).toEqual(nothing(400, /was cut off/));
  });

  test('when it sends fewer bytes than it announced', async () => {
    const headers = { 'Content-Length': String(zip.length + 1) };
    expect(await outcomeOf(send(pieces(zip), headers))).toEqual(nothing(400, /was cut off/));
  });

  test('when it announces too much', async () => {
    const headers = { 'Content-Length': String(MAX_BYTES + 1) };
    expect(await outcomeOf(send(pieces(zip), headers))).toEqual(
      nothing(413, /larger than 97.7 KB/),
    );
  });

  test('when it is too large without announcing it', async () => {
    const half = new Uint8Array(MAX_BYTES / 2 + 1);
    expect(await outcomeOf(send(pieces(half, half)))).toEqual(nothing(413, /larger than 97.7 KB/));
  });

  test('when it is not a zip', async () => {
    expect(await outcomeOf(fixture.upload(Uint8Array.from([1, 2, 3])))).toEqual(
      nothing(415, /not a zip/),
    );
    expect(await outcomeOf(send(pieces()))).toEqual(nothing(415, /not a zip/));
  });

  test('when it is not sent as a zip', async () => {
    const headers = { 'Content-Type': 'text/plain' };
    expect(await outcomeOf(send(pieces(zip), headers))).toEqual(
      nothing(415, /Content-Type application\/zip/),
    );
  });

  test('when the zip is refused', async () => {
    const out = buildZip([{ name: '../a', content: 'b' }]);
    expect(await outcomeOf(fixture.upload(Uint8Array.from(out)))).toEqual(
      nothing(422, /points outside the archive/),
    );
  });

  test('when its options are invalid', async () => {
    const { owner, organizationId, datasetId } = fixture;
    const response = owner.call('POST', `/datasets/${datasetId}/archives?sync=maybe`, {
      organizationId,
      body: zip,
      headers: { 'Content-Type': 'application/zip' },
    });
    expect(await outcomeOf(response)).toEqual(nothing(422, /sync must be true or false/));
  });
});

test('U1: an upload that stalls times out', async () => {
  const body = new PassThrough();
  body.write(zip.subarray(0, 1));
  const read = async () => {
    const stallLimit = { windowMilliseconds: 20, minBytes: 100 };
    for await (const piece of uploadPieces(body, undefined, stallLimit))
      expect(piece).toHaveLength(1);
  };
  await expect(read()).rejects.toMatchObject({ status: 408 });
});

test('files of no archive are cleaned up, others stay', async () => {
  const response = await send(pieces(zip.subarray(0, 10), zip.subarray(10)), {
    'X-Filename': 'B%C3%BCcher.zip',
  });
  expect(response.status).toBe(201);
  const { id } = await readJson<{ id: string }>(response);
  expect(await fixture.archives()).toMatchObject([{ id, name: 'Bücher.zip', size: zip.length }]);
  await writeFile(join(directory, 'orphan'), 'x');
  await writeFile(join(directory, 'incoming', 'cut'), 'x');

  const storage = await openFolderStorage(directory);
  const { database } = fixture.server;
  expect((await cleanUpFiles(database, storage, new Map())).removed).toEqual([]);
  expect((await cleanUpFiles(database, storage, 'all')).removed.sort()).toEqual([
    'incoming/cut',
    'orphan',
  ]);
  expect((await readdir(directory)).sort()).toEqual([id, 'incoming'].sort());
});
