import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { makeId, mockApi, mockUploads } from '../../../testing/public.ts';
import { discardUpload, listUnfinishedUploads } from './unfinished-uploads.ts';
import { uploadInParts } from './upload-in-parts.ts';
import type { UploadInPartsOptions } from './upload-in-parts.ts';

const MIB = 1024 ** 2;
const DATASET = makeId(600);
const ORGANIZATION = makeId(100);
const file = new File([new Uint8Array(20 * MIB)], 'Größe.zip');

beforeEach(() => {
  mockApi.start();
  mockUploads.start();
});
afterEach(() => mockApi.stop());

function start(
  changes: Partial<Pick<UploadInPartsOptions, 'canRead' | 'isKept'>> = {},
  sent = file,
) {
  const controller = new AbortController();
  const options = {
    organizationId: ORGANIZATION,
    datasetId: DATASET,
    fingerprint: 'the fingerprint',
    finishPath: (upload: string) =>
      `api/v1/datasets/${DATASET}/archives?sync=true&upload=${upload}`,
    onStart: vi.fn<UploadInPartsOptions['onStart']>(),
    onProgress: vi.fn<UploadInPartsOptions['onProgress']>(),
    onLost: vi.fn<UploadInPartsOptions['onLost']>(),
    canRead: () => Promise.resolve(true),
    signal: controller.signal,
    isKept: () => false,
    ...changes,
  };
  const result = uploadInParts(sent, options);
  // Some tests look at it only after other things.
  result.catch(() => undefined);
  return { ...options, result, controller };
}

/** Waits for a number of lost connections, and tells the page that the browser is online again. */
async function goOn({ onLost }: ReturnType<typeof start>, times = 1): Promise<void> {
  await waitFor(() => expect(onLost).toHaveBeenCalledTimes(times));
  window.dispatchEvent(new Event('online'));
}

const refuseLock = async (_: string, __: LockOptions, work: (lock: null) => unknown) => work(null);

const summary = () =>
  mockUploads
    .transfers()
    .map(({ method, headers, size }) => `${method} ${headers['Upload-Offset'] ?? ''} ${size}`);

describe('an upload in parts', () => {
  test('is created with its name and fingerprint, sent, and finished', async () => {
    const { result, onStart, onProgress } = start();
    expect(await result).toEqual({ id: makeId(700) });
    expect(summary()).toEqual(['POST  0', `PATCH 0 ${20 * MIB}`, 'POST  0']);
    const [creation, part] = mockUploads.transfers();
    expect(creation?.headers).toMatchObject({
      'Tus-Resumable': '1.0.0',
      'Upload-Length': `${20 * MIB}`,
      'X-Organization-Id': ORGANIZATION,
      'Upload-Metadata': `filename ${btoa('GrÃ¶Ã\u009fe.zip')},fingerprint ${btoa('the fingerprint')}`,
    });
    expect(part?.headers['X-Organization-Id']).toBe(ORGANIZATION);
    expect(onStart).toHaveBeenCalledExactlyOnceWith(expect.any(String), 0);
    expect(onProgress).toHaveBeenLastCalledWith(20 * MIB, 20 * MIB);
  });

  test('sends at most 64 MiB in one request', async () => {
    await start({}, new File([new Uint8Array(65 * MIB)], 'large.zip')).result;
    expect(mockUploads.transfers('PATCH').map(({ size }) => size)).toEqual([64 * MIB, MIB]);
  });

  test('sends nothing where the server has no such uploads', async () => {
    mockUploads.refuse();
    expect(await start().result).toBeUndefined();
    expect(mockUploads.transfers()).toEqual([]);
  });

  test('goes on from where the server has it, after each broken connection', async () => {
    mockUploads.next('PATCH', { cutAfter: 8 * MIB });
    mockUploads.next('PATCH', { cutAfter: 4 * MIB });
    const upload = start();
    await goOn(upload, 1);
    await goOn(upload, 2);
    expect(await upload.result).toEqual({ id: makeId(700) });
    expect(summary()).toEqual([
      'POST  0',
      `PATCH 0 ${20 * MIB}`,
      'HEAD  0',
      `PATCH ${8 * MIB} ${12 * MIB}`,
      'HEAD  0',
      `PATCH ${12 * MIB} ${8 * MIB}`,
      'POST  0',
    ]);
    expect(upload.onStart.mock.calls.map(([, offset]) => offset)).toEqual([0, 8 * MIB, 12 * MIB]);
  });

  test('does not give up while the connection is lost', async () => {
    mockUploads.next('PATCH', { cutAfter: MIB });
    for (let each = 0; each < 12; each += 1) mockUploads.next('HEAD', { cutAfter: 0 });
    mockUploads.next('HEAD', { status: 503, body: { message: 'The server starts.' } });
    const upload = start();
    for (let times = 1; times <= 14; times += 1) await goOn(upload, times);
    expect(await upload.result).toEqual({ id: makeId(700) });
  });

  test('is not created twice where the response to its creation is lost', async () => {
    mockUploads.next('POST', { cutAfter: 0 });
    const upload = start();
    await waitFor(() => expect(upload.onLost).toHaveBeenCalledOnce());
    mockUploads.list({ fingerprint: 'the fingerprint', size: file.size, received: 0 });
    await goOn(upload);
    await upload.result;
    expect(upload.onStart).toHaveBeenCalledExactlyOnceWith(makeId(900), 0);
  });

  test('is finished once more where the response to that is lost, and bytes are not sent again', async () => {
    mockUploads.next('FINISH', { cutAfter: 0 });
    const upload = start();
    await goOn(upload);
    expect(await upload.result).toEqual({ id: makeId(700) });
    expect(mockUploads.transfers('PATCH')).toHaveLength(1);
  });

  test('goes on with an unfinished upload of the same file', async () => {
    const same = { fingerprint: 'the fingerprint', size: file.size };
    mockUploads.list({ ...same, id: makeId(910), size: file.size + 1 });
    mockUploads.list({ ...same, id: makeId(911), fingerprint: 'another' });
    mockUploads.list({ ...same, id: makeId(912), received: MIB });
    mockUploads.list({ ...same, id: makeId(913), received: 16 * MIB });
    await start().result;
    expect(summary()).toEqual(['HEAD  0', `PATCH ${16 * MIB} ${4 * MIB}`, 'POST  0']);
    expect(mockUploads.transfers('FINISH')[0]?.path).toContain(`upload=${makeId(913)}`);
  });

  test('is only finished where all of its bytes have arrived', async () => {
    mockUploads.list({ fingerprint: 'the fingerprint', size: file.size, received: file.size });
    await start().result;
    expect(summary()).toEqual(['HEAD  0', 'POST  0']);
  });

  test('is created anew where it has expired', async () => {
    mockUploads.list({ fingerprint: 'the fingerprint', size: file.size, received: MIB });
    mockUploads.next('HEAD', { status: 410 });
    const upload = start();
    await waitFor(() => expect(upload.onLost).toHaveBeenCalledOnce());
    await discardUpload(ORGANIZATION, DATASET, makeId(900));
    await goOn(upload);
    await upload.result;
    expect(summary()).toEqual([
      'HEAD  0',
      'DELETE  0',
      'POST  0',
      `PATCH 0 ${20 * MIB}`,
      'POST  0',
    ]);
  });

  test('refreshes a session that expires in the middle, and goes on', async () => {
    mockApi.put('api/v1/accounts/sessions', () => ({ status: 204 }));
    mockUploads.next('PATCH', { status: 401, body: { message: 'Not signed in' } });
    const { result, onLost } = start();
    expect(await result).toEqual({ id: makeId(700) });
    expect(mockApi.calls('PUT')).toHaveLength(1);
    expect(mockUploads.transfers('PATCH')).toHaveLength(2);
    expect(onLost).not.toHaveBeenCalled();
  });

  test('ends where the session has ended', async () => {
    mockApi.put('api/v1/accounts/sessions', () => ({ status: 401 }));
    mockUploads.next('PATCH', { status: 401, body: { message: 'Not signed in' } });
    await expect(start().result).rejects.toMatchObject({ kind: 'session' });
  });

  test.each([
    ['POST', 403, 'You may not upload.'],
    ['POST', 409, 'The quota is used up.'],
    ['POST', 413, 'The file is too large.'],
    ['PATCH', 403, 'You may not upload.'],
    ['PATCH', 507, 'The disk is full.'],
    ['FINISH', 409, 'The quota is used up.'],
    ['FINISH', 415, 'This file is not a zip archive.'],
    ['FINISH', 422, 'The archive is encrypted.'],
  ])(
    'ends after %s is refused with %i, in the words of the server',
    async (method, status, message) => {
      // As often as it is tried at most.
      for (let each = 0; each < 6; each += 1)
        mockUploads.next(method, { status, body: { message } });
      const { result, onLost } = start();
      const online = setInterval(() => window.dispatchEvent(new Event('online')), 1);
      await expect(result).rejects.toMatchObject({ kind: 'http', status, message });
      clearInterval(online);
      expect(onLost.mock.calls.length).toBe(method === 'FINISH' && status === 409 ? 1 : 0);
    },
  );

  test('ends where another program keeps sending it', async () => {
    for (let each = 0; each < 6; each += 1) mockUploads.next('PATCH', { status: 409 });
    const upload = start();
    for (let times = 1; times <= 5; times += 1) await goOn(upload, times);
    await expect(upload.result).rejects.toMatchObject({ status: 409 });
  });

  test('ends where the file cannot be read any more', async () => {
    mockUploads.next('PATCH', { cutAfter: 0 });
    const { result } = start({ canRead: () => Promise.resolve(false) });
    await expect(result).rejects.toMatchObject({ kind: 'network', message: 'Upload failed' });
  });
});

describe('an upload that is cancelled', () => {
  test.each([
    ['is deleted on the server', false, 0],
    ['stays where it is to go on later', true, 1],
  ])('%s', async (_, isKept, left) => {
    mockUploads.next('PATCH', { hangsAfter: MIB });
    const { result, controller } = start({ isKept: () => isKept });
    await waitFor(() => expect(mockUploads.transfers('PATCH')).toHaveLength(1));
    controller.abort(new Error('Cancelled'));
    await expect(result).rejects.toThrow('Cancelled');
    await waitFor(() => expect(mockUploads.uploads()).toHaveLength(left));
  });

  test('while it waits for the connection ends at once', async () => {
    mockUploads.next('PATCH', { cutAfter: 0 });
    const { result, onLost, controller } = start();
    await waitFor(() => expect(onLost).toHaveBeenCalledOnce());
    controller.abort(new Error('Cancelled'));
    await expect(result).rejects.toThrow('Cancelled');
  });
});

describe('an upload that runs', () => {
  test('is not run a second time', async () => {
    mockUploads.next('PATCH', { hangsAfter: MIB });
    const first = start();
    await waitFor(() => expect(mockUploads.transfers('PATCH')).toHaveLength(1));
    await expect(start().result).rejects.toMatchObject({ status: 423 });
    expect(await listUnfinishedUploads({ organizationId: ORGANIZATION })).toMatchObject([
      { received: MIB, runs: 'here' },
    ]);
    first.controller.abort(new Error('Cancelled'));
    await waitFor(() => expect(mockUploads.uploads()).toEqual([]));
  });

  test('in another tab is left to it', async () => {
    const held = [{ name: `carrel-upload-${makeId(900)}` }, { name: 'something else' }];
    const query = async () => ({ held });
    vi.stubGlobal('navigator', { locks: { request: refuseLock, query } });
    mockUploads.list({ fingerprint: 'the fingerprint', size: file.size });
    mockUploads.list({ id: makeId(901) });
    await expect(start().result).rejects.toMatchObject({ status: 423 });
    expect(mockUploads.transfers()).toEqual([]);
    const listed = await listUnfinishedUploads({
      organizationId: ORGANIZATION,
      datasetId: DATASET,
    });
    expect(listed.map(({ id, runs }) => [id, runs])).toEqual(
      expect.arrayContaining([
        [makeId(900), 'elsewhere'],
        [makeId(901), 'nowhere'],
      ]),
    );
  });
});

test('unfinished uploads are none where the server has no such calls, and without those that have expired', async () => {
  mockUploads.list({ expires_at: new Date(Date.now() - 1).toISOString() });
  expect(await listUnfinishedUploads({ organizationId: ORGANIZATION })).toEqual([]);
  mockUploads.refuse();
  expect(await listUnfinishedUploads({ organizationId: ORGANIZATION, datasetId: DATASET })).toEqual(
    [],
  );
});
