import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { REAUTHENTICATE_HEADER } from '../../contract/public.ts';
import { mockApi } from '../../testing/public.ts';
import type { MockedResponse } from '../../testing/public.ts';
import { client } from '../client/client.ts';
import { setPasswordPrompt } from './password-prompt.ts';

const THING = 'api/v1/thing';
const MESSAGE = 'Please confirm your password to continue.';

let confirmed = false;
const refused: MockedResponse = {
  status: 403,
  body: { message: MESSAGE },
  headers: { [REAUTHENTICATE_HEADER]: 'password' },
};
const prompt = vi.fn<() => Promise<boolean>>();

beforeEach(() => {
  confirmed = false;
  prompt.mockReset().mockImplementation(async () => {
    confirmed = true;
    return true;
  });
  mockApi.start();
  mockApi.post(THING, () => (confirmed ? { status: 204 } : refused));
});
afterEach(() => mockApi.stop());

const change = () => client.post(THING, { json: { name: 'A' } }).done();

describe('a call that needs the password', () => {
  test('is sent once more after the password was confirmed', async () => {
    const remove = setPasswordPrompt(prompt);
    await change();
    expect(prompt).toHaveBeenCalledOnce();
    expect(mockApi.calls('POST', THING).map(({ body }) => body)).toEqual([
      { name: 'A' },
      { name: 'A' },
    ]);
    remove();
  });

  test('asks once for calls that are sent together', async () => {
    const remove = setPasswordPrompt(prompt);
    await Promise.all([change(), change(), change()]);
    expect(prompt).toHaveBeenCalledOnce();
    remove();
  });

  test('fails with the sentence of the server after it was cancelled', async () => {
    const remove = setPasswordPrompt(async () => false);
    await expect(change()).rejects.toMatchObject({ kind: 'http', status: 403, message: MESSAGE });
    expect(mockApi.calls('POST', THING)).toHaveLength(1);
    remove();
  });

  test('asks no second time if it is refused again', async () => {
    const remove = setPasswordPrompt(prompt);
    mockApi.post(THING, () => refused);
    await expect(change()).rejects.toMatchObject({ status: 403 });
    expect(prompt).toHaveBeenCalledOnce();
    expect(mockApi.calls('POST', THING)).toHaveLength(2);
    remove();
  });

  test('fails where nothing can ask, and for any other 403', async () => {
    await expect(change()).rejects.toMatchObject({ status: 403, message: MESSAGE });
    const remove = setPasswordPrompt(prompt);
    mockApi.post(THING, () => ({ status: 403, body: { message: 'Only an Owner can do this.' } }));
    await expect(change()).rejects.toMatchObject({ message: 'Only an Owner can do this.' });
    expect(prompt).not.toHaveBeenCalled();
    remove();
  });
});
