import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { makeId, mockApi } from '../../testing/public.ts';
import { uploadFile } from './upload-file.ts';

const PATH = 'api/v1/datasets/1/archives?sync=true';
const file = new File(['zip'], 'Größe & mehr.zip');

/** Replaces the browser's request: a test decides its response and when it arrives. */
class FakeRequest extends EventTarget {
  static sent: FakeRequest[] = [];
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  method = '';
  url = '';
  withCredentials = false;
  body: unknown;
  status = 0;
  responseText = '';

  open(method: string, url: string): void {
    this.method = method;
    this.url = url;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  getResponseHeader(): null {
    return null;
  }
  send(body: unknown): void {
    this.body = body;
    FakeRequest.sent.push(this);
  }
  abort(): void {
    this.#end('abort');
  }
  respond(status: number, text = ''): void {
    this.status = status;
    this.responseText = text;
    this.#end('load');
  }
  breakConnection(): void {
    this.#end('error');
  }
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(
      Object.assign(new Event('progress'), { loaded, total, lengthComputable: true }),
    );
  }
  #end(type: string): void {
    this.dispatchEvent(new Event(type));
    this.dispatchEvent(new Event('loadend'));
  }
}

function upload(signal?: AbortSignal) {
  const onProgress = vi.fn<(loaded: number, total: number) => void>();
  const options = { organizationId: makeId(100), onProgress };
  const result = uploadFile(PATH, file, signal === undefined ? options : { ...options, signal });
  return { result, onProgress };
}

async function requestNumber(number: number): Promise<FakeRequest> {
  return waitFor(() => {
    const request = FakeRequest.sent[number - 1];
    if (request === undefined) throw new Error('Not sent yet');
    return request;
  });
}

beforeEach(() => {
  FakeRequest.sent = [];
  mockApi.start();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => mockApi.stop());

describe('an upload', () => {
  test('sends the zip as it is, with its name encoded, and reports its progress', async () => {
    const { result, onProgress } = upload();
    const request = await requestNumber(1);
    request.progress(1, 3);
    request.respond(201, JSON.stringify({ id: makeId(700) }));

    expect(await result).toEqual({ id: makeId(700) });
    expect(request).toMatchObject({
      method: 'POST',
      url: `${window.location.origin}/${PATH}`,
      withCredentials: true,
      body: file,
      headers: {
        'Content-Type': 'application/zip',
        'X-Filename': encodeURIComponent('Größe & mehr.zip'),
        'X-Organization-Id': makeId(100),
      },
    });
    expect(onProgress).toHaveBeenCalledWith(1, 3);
  });

  test('is sent even with a lone surrogate in its name', async () => {
    void uploadFile(PATH, new File(['PK'], 'half \ud83d.zip'), {
      organizationId: makeId(100),
      onProgress: () => undefined,
    });
    const { headers } = await requestNumber(1);
    expect(headers['X-Filename']).toBe(encodeURIComponent('half \ufffd.zip'));
  });

  test('refreshes an expired session once and is retried once', async () => {
    mockApi.put('api/v1/accounts/sessions', () => ({ status: 204 }));
    const { result } = upload();
    (await requestNumber(1)).respond(401);
    (await requestNumber(2)).respond(201, JSON.stringify({ id: makeId(700) }));

    expect(await result).toEqual({ id: makeId(700) });
    expect(mockApi.calls('PUT')).toHaveLength(1);
  });

  test.each([
    [
      'the message of the server',
      413,
      '{"message":"The file is too large"}',
      'The file is too large',
    ],
    ['the status without one', 507, '', 'HTTP 507'],
    ['that there is no JSON', 201, '<html>', 'Failed to parse response'],
    ['that the JSON breaks the schema', 201, '{"id":1}', 'Failed to parse response'],
  ])('fails with %s', async (_, status, body, message) => {
    const { result } = upload();
    (await requestNumber(1)).respond(status, body);
    await expect(result).rejects.toMatchObject({ name: 'ApiError', message, status });
  });

  test('fails with "Upload failed" when the connection breaks', async () => {
    const { result } = upload();
    (await requestNumber(1)).breakConnection();
    await expect(result).rejects.toMatchObject({ kind: 'network', message: 'Upload failed' });
  });

  test('ends when it is aborted', async () => {
    const controller = new AbortController();
    const { result } = upload(controller.signal);
    await requestNumber(1);
    controller.abort(new Error('Aborted'));
    await expect(result).rejects.toThrow('Aborted');
  });
});
