import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { createPasskey } from './create-passkey.ts';
import { requestPasskey, requestPasskeyByAutofill } from './request-passkey.ts';
import { suggestedPasskeyName } from './suggested-passkey-name.ts';

const CREATION = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'localhost', name: 'Carrel' },
  user: { id: 'YQ', name: 'ada@example.com', displayName: 'Ada' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' as const }],
  timeout: 300_000,
  attestation: 'none' as const,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true,
    userVerification: 'required' as const,
  },
  extensions: { credProps: true },
};
const REQUEST = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'localhost',
  allowCredentials: [],
  timeout: 300_000,
  userVerification: 'required' as const,
};

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

/** What the browser does with a request for a passkey. */
function serve(respond: () => Promise<unknown>) {
  const credentials = {
    create: vi.fn<() => Promise<unknown>>(respond),
    get: vi.fn<() => Promise<unknown>>(respond),
  };
  vi.stubGlobal('navigator', { credentials, userAgent: '' });
  return credentials;
}

const refuse = (name: string) => serve(() => Promise.reject(new DOMException('No', name)));

beforeEach(() => vi.stubGlobal('PublicKeyCredential', () => undefined));
afterEach(() => vi.unstubAllGlobals());

describe('a passkey', () => {
  test('is created for the account, and returned as JSON', async () => {
    const { create } = serve(() =>
      Promise.resolve({
        id: 'aWQ',
        rawId: bytes('id'),
        type: 'public-key',
        response: {
          clientDataJSON: bytes('{}'),
          attestationObject: bytes('a'),
          getTransports: () => ['usb'],
        },
        getClientExtensionResults: () => ({}),
      }),
    );
    expect(await createPasskey(CREATION)).toEqual({
      id: 'aWQ',
      rawId: 'aWQ',
      type: 'public-key',
      response: { clientDataJSON: 'e30', attestationObject: 'YQ', transports: ['usb'] },
    });
    expect(create).toHaveBeenCalledOnce();
  });

  test('is used, and returned as JSON', async () => {
    serve(() =>
      Promise.resolve({
        id: 'aWQ',
        rawId: bytes('id'),
        type: 'public-key',
        response: {
          clientDataJSON: bytes('{}'),
          authenticatorData: bytes('a'),
          signature: bytes('s'),
          userHandle: bytes('u'),
        },
        getClientExtensionResults: () => ({}),
      }),
    );
    expect(await requestPasskey(REQUEST)).toEqual({
      id: 'aWQ',
      rawId: 'aWQ',
      type: 'public-key',
      response: {
        clientDataJSON: 'e30',
        authenticatorData: 'YQ',
        signature: 'cw',
        userHandle: 'dQ',
      },
    });
  });

  test('is not asked for by autofill in a browser that cannot, nor is the server', async () => {
    const { get } = serve(() => Promise.resolve(null));
    const getOptions = vi.fn<() => Promise<typeof REQUEST>>(() => Promise.resolve(REQUEST));
    expect(await requestPasskeyByAutofill(getOptions)).toBeUndefined();
    expect(getOptions).not.toHaveBeenCalled();
    expect(get).not.toHaveBeenCalled();
  });
});

describe('the words for a passkey that was not', () => {
  test.each([
    ['NotAllowedError', 'cancelled', 'the request was cancelled'],
    ['InvalidStateError', 'registered', 'already has a passkey'],
    ['ConstraintError', 'unsupported', 'cannot make a passkey'],
    ['NotSupportedError', 'unsupported', 'cannot make a passkey'],
    ['SecurityError', 'wrong-address', 'do not work at this address'],
    ['AbortError', 'aborted', 'another request took its place'],
    ['UnknownError', 'failed', 'Please try again'],
  ])('created, after %s', async (name, failure, words) => {
    refuse(name);
    const message = expect.stringContaining(words) as string;
    await expect(createPasskey(CREATION)).rejects.toMatchObject({ failure, message });
  });

  test('chosen', async () => {
    refuse('NotAllowedError');
    const message = expect.stringContaining('there is none on this device') as string;
    await expect(requestPasskey(REQUEST)).rejects.toMatchObject({ failure: 'cancelled', message });
  });

  test('created in time', async () => {
    refuse('NotAllowedError');
    const late = { ...CREATION, timeout: 0 };
    await expect(createPasskey(late)).rejects.toMatchObject({ failure: 'timed-out' });
  });

  test('possible in this browser', async () => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    await expect(requestPasskey(REQUEST)).rejects.toMatchObject({ failure: 'unsupported' });
  });
});

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15', 'Safari on Mac'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  ['Something else', 'Passkey'],
])('a passkey made in %s is suggested to be called %s', (userAgent, name) => {
  expect(suggestedPasskeyName(userAgent)).toBe(name);
});
