import { createHash } from 'node:crypto';
import { once } from 'node:events';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Upload, type DetailedError, type UploadOptions } from 'tus-js-client';

import { readJson } from '@carrel/testing/server-fixture.ts';
import {
  startUploadServer,
  USUAL_PLACES,
  type UploadServer,
} from '@carrel/testing/servers/upload-servers.ts';
import { largeZip } from '@carrel/testing/zips/large-zip.ts';

const MEGABYTE = 1024 * 1024;
const zip = Buffer.concat([...largeZip(20 * MEGABYTE).pieces()]);

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.each(USUAL_PLACES)('tus-js-client, on %s', (place) => {
  let uploads: UploadServer;
  beforeAll(async () => {
    uploads = await startUploadServer(place);
  });
  afterAll(() => uploads.close());

  const optionsOf = (options: UploadOptions): UploadOptions => {
    const { server, tus, organizationId } = uploads;
    return {
      endpoint: `${server.origin}/api/v1${tus.path}`,
      headers: {
        'X-Organization-Id': organizationId,
        Cookie: [...server.cookies].map((pair) => pair.join('=')).join('; '),
      },
      metadata: { filename: 'library.zip', fingerprint: 'library' },
      retryDelays: Array.from({ length: 400 }, () => 250),
      ...options,
    };
  };
  /** Uploads to the end, and returns the id. */
  const send = async (options: UploadOptions): Promise<string> => {
    const done = Promise.withResolvers<void>();
    const upload = new Upload(
      zip,
      optionsOf({ ...options, onSuccess: () => done.resolve(), onError: done.reject }),
    );
    upload.start();
    await done.promise;
    return upload.url?.split('/').at(-1) ?? '';
  };
  const expectArchive = async (id: string) => {
    const { tus, server, datasetId, organizationId } = uploads;
    const finished = await tus.finish(id, '&sync=false');
    expect([finished.status, await readJson(finished)]).toEqual([201, { id }]);
    const path = `/datasets/${datasetId}/archives/${id}/content`;
    const content = await server.call('GET', path, { organizationId });
    expect(sha256(new Uint8Array(await content.arrayBuffer()))).toBe(sha256(zip));
  };

  test.each([
    ['at once', Infinity, false],
    ['in pieces of 1 MiB', MEGABYTE, false],
    ['with its creation', 6 * MEGABYTE, true],
  ])('U7: uploads a file %s', async (_, chunkSize, uploadDataDuringCreation) => {
    const id = await send({ chunkSize, uploadDataDuringCreation });
    expect(await uploads.tus.offset(id)).toBe(zip.length);
    await expectArchive(id);
  });

  test('U7: goes on after the server was killed', async () => {
    const { server } = uploads;
    let restarted: Promise<void> | undefined;
    const id = await send({
      chunkSize: 5 * MEGABYTE,
      onChunkComplete: (_, accepted) => {
        if (accepted >= 10 * MEGABYTE) restarted ??= server.kill().then(() => server.start());
      },
    });
    expect(restarted).toBeDefined();
    await restarted;
    await expectArchive(id);
  });

  test('U7: finds an upload of an earlier page by its fingerprint, and continues it', async () => {
    const { server, organizationId } = uploads;
    const aborting = new AbortController();
    const aborted = once(aborting.signal, 'abort');
    const earlier = new Upload(
      zip,
      optionsOf({
        chunkSize: 9 * MEGABYTE,
        onChunkComplete: () => {
          void earlier.abort();
          aborting.abort();
        },
      }),
    );
    earlier.start();
    await aborted;
    const { uploads: listed } = await readJson<{
      uploads: { id: string; dataset_id: string; fingerprint: string }[];
    }>(await server.call('GET', '/uploads', { organizationId }));
    const found = listed.find(({ fingerprint }) => fingerprint === 'library');
    const uploadUrl = `${server.origin}/api/v1/datasets/${found?.dataset_id}/uploads/${found?.id}`;
    const id = await send({ uploadUrl });
    expect(id).toBe(found?.id);
    await expectArchive(id);
  });

  test('U7: gets sentences', async () => {
    const failure = send({ headers: { ...optionsOf({}).headers, 'X-Organization-Id': 'x' } });
    const error = await failure.then(
      () => undefined,
      (thrown: DetailedError) => thrown,
    );
    expect(error?.originalResponse?.getStatus()).toBe(400);
    expect(JSON.parse(error?.originalResponse?.getBody() ?? '')).toEqual({
      message: 'The header X-Organization-Id must be one organization id.',
    });
  });
});
