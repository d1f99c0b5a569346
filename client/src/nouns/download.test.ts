import { afterEach, beforeEach, expect, test } from 'vitest';

import { fakeClock } from '../../testing/fake-clock.ts';
import { startFaultServer } from '../../testing/fault-server.ts';
import type { FaultServer } from '../../testing/fault-server.ts';
import { Carrel } from '../carrel.ts';

/** A response of which half does not come. */
const HALF = { status: 200, headers: { 'Content-Length': '10' }, body: '12345' };

let server: FaultServer;

beforeEach(async () => {
  server = await startFaultServer();
});
afterEach(() => server.close());

const open = (options: { timeout?: number; signal?: AbortSignal } = {}) =>
  new Carrel({ url: server.url, apiKey: 'key', clock: fakeClock() }).documents.download(
    'dataset',
    'document',
    options,
  );

async function openHalf(options: Parameters<typeof open>[0] = {}) {
  server.faults = [{ status: 503 }, HALF];
  const download = await open(options);
  const reader = download.body.getReader();
  const { value = new Uint8Array() } = await reader.read();
  expect(new TextDecoder().decode(value)).toBe('12345');
  return reader;
}

test('a download is opened again, and ends in time if nothing more arrives', async () => {
  const reader = await openHalf({ timeout: 50 });
  expect(server.requests.length).toBe(2);
  await expect(reader.read()).rejects.toMatchObject({ kind: 'timeout' });
});

test('a download whose connection breaks says so', async () => {
  const reader = await openHalf();
  server.breakConnections();
  await expect(reader.read()).rejects.toMatchObject({ kind: 'network' });
});

test('a download ends with its signal', async () => {
  const abort = new AbortController();
  const reader = await openHalf({ signal: abort.signal });
  const reading = reader.read();
  abort.abort(new Error('Enough'));
  await expect(reading).rejects.toThrow('Enough');
});

test('a download that is not there is an error', async () => {
  await expect(open()).rejects.toMatchObject({ status: 404, message: 'There is nothing.' });
});
