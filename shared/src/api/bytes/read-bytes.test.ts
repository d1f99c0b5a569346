import { afterEach, beforeEach, expect, test } from 'vitest';

import { apiPaths } from '../../paths/public.ts';
import { mockApi } from '../../testing/public.ts';
import { prepareDownload, readBytes } from './read-bytes.ts';

const PATH = 'api/v1/datasets/1/documents/2/content';

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const read = (options: Partial<Parameters<typeof readBytes>[1]> = {}) =>
  readBytes(PATH, { organizationId: '1', maxBytes: 100, ...options });

/** A server whose access cookie has expired, until the session is refreshed. */
function expireSession(body: string): void {
  let refreshed = false;
  mockApi.put(apiPaths.sessions(), () => {
    refreshed = true;
    return { status: 204 };
  });
  const respond = () =>
    refreshed ? { body } : { status: 401, body: { message: 'Not signed in' } };
  mockApi.get(PATH, respond);
  mockApi.head(PATH, respond);
}

test('bytes are read in the organization', async () => {
  mockApi.get(PATH, () => ({ body: 'original' }));
  expect(textOf(await read())).toBe('original');
  expect(mockApi.calls('GET', PATH)[0]?.headers.get('x-organization-id')).toBe('1');
});

test('a range is asked for by its first and last byte', async () => {
  mockApi.get(PATH, () => ({ status: 206, body: 'gin' }));
  expect(textOf(await read({ range: { start: 3, end: 6 } }))).toBe('gin');
  expect(mockApi.calls('GET', PATH)[0]?.headers.get('range')).toBe('bytes=3-5');
});

test('the whole of a file in place of a range is refused', async () => {
  mockApi.get(PATH, () => ({ body: 'original' }));
  await expect(read({ range: { start: 3, end: 6 } })).rejects.toMatchObject({ kind: 'contract' });
});

test('more bytes than allowed are refused', async () => {
  mockApi.get(PATH, () => ({ body: 'x'.repeat(101) }));
  await expect(read()).rejects.toMatchObject({ kind: 'contract' });
});

test('a failure has the message of the server', async () => {
  mockApi.get(PATH, () => ({ status: 410, body: { message: 'It is gone.' } }));
  await expect(read()).rejects.toMatchObject({ status: 410, message: 'It is gone.' });
});

test('an expired session is refreshed before bytes are read, and before a download', async () => {
  expireSession('original');
  expect(textOf(await read())).toBe('original');
  expireSession('');
  expect(await prepareDownload(PATH, '1')).toBe(`${location.origin}/${PATH}`);
  expect(mockApi.calls('HEAD', PATH)).toHaveLength(2);
});

test('a download that would fail is not begun', async () => {
  mockApi.head(PATH, () => ({ status: 410 }));
  await expect(prepareDownload(PATH, '1')).rejects.toMatchObject({ kind: 'http', status: 410 });
});
