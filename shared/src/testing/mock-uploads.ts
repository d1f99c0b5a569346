import { vi } from 'vitest';

import type { ResumableUpload } from '../contract/public.ts';
import { makeId } from './factories.ts';
import { mockApi } from './mock-api.ts';
import type { MockedResponse } from './mock-api.ts';

/** One request that was sent with an XMLHttpRequest; `size` is that of its body in bytes. */
export interface MockedTransfer {
  method: string;
  /** Without a leading slash, query included. */
  path: string;
  headers: Record<string, string>;
  size: number;
}

/** How a request goes: it is responded to, the connection breaks after some bytes, or nothing comes back. */
export type TransferFate = MockedResponse | { cutAfter: number } | { hangsAfter: number };

const transfers: MockedTransfer[] = [];
const fates: { method: string; fate: TransferFate }[] = [];
const uploads = new Map<string, ResumableUpload>();
let offered = true;
/** Never starts again: what an earlier test left running has another id. */
let created = 0;

const isFinish = ({ path }: MockedTransfer) => /\/archives\?.*upload=/.test(path);

/** Returns the next decided fate of a request; `FINISH` is the request that makes an archive of an upload. */
function takeFate(transfer: MockedTransfer): TransferFate | undefined {
  const name = isFinish(transfer) ? 'FINISH' : transfer.method;
  const at = fates.findIndex(({ method }) => method === name);
  return at < 0 ? undefined : fates.splice(at, 1)[0]?.fate;
}

/** Decodes a value of `Upload-Metadata`. */
function metadataOf({ headers }: MockedTransfer, name: string): string {
  const pair = headers['Upload-Metadata']?.split(',').find((each) => each.startsWith(`${name} `));
  const bytes = Uint8Array.from(atob(pair?.split(' ')[1] ?? ''), (each) => each.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

const NOT_FOUND = { status: 404, body: { message: 'The upload was not found.' } };

function respondTo(transfer: MockedTransfer): MockedResponse {
  const { method, path, headers, size } = transfer;
  if (isFinish(transfer)) {
    uploads.delete(new URLSearchParams(path.split('?')[1]).get('upload') ?? '');
    return { status: 201, body: { id: makeId(700) } };
  }
  if (method === 'POST' && path.endsWith('/uploads')) {
    created += 1;
    const upload = mockUploads.list({
      id: makeId(10_000 + created),
      filename: metadataOf(transfer, 'filename'),
      fingerprint: metadataOf(transfer, 'fingerprint'),
      size: Number(headers['Upload-Length']),
      received: 0,
    });
    return { status: 201, headers: { Location: `/${path}/${upload.id}` } };
  }
  if (method === 'POST') return { status: 201, body: { id: makeId(700) } };
  const upload = uploads.get(path.split('/').at(-1) ?? '');
  if (upload === undefined) return NOT_FOUND;
  if (headers['Tus-Resumable'] !== '1.0.0') return { status: 412 };
  if (method === 'DELETE') {
    uploads.delete(upload.id);
    return { status: 204 };
  }
  if (method === 'PATCH') {
    if (Number(headers['Upload-Offset']) !== upload.received) return { status: 409 };
    upload.received += size;
  }
  return {
    status: method === 'PATCH' ? 204 : 200,
    headers: { 'Upload-Offset': `${upload.received}`, 'Upload-Length': `${upload.size}` },
  };
}

class MockedRequest extends EventTarget {
  readonly upload = new EventTarget();
  readonly #headers: Record<string, string> = {};
  #method = '';
  #path = '';
  #response: MockedResponse = {};
  withCredentials = false;

  get status(): number {
    return this.#response.status ?? 200;
  }

  get responseText(): string {
    return this.#response.body === undefined ? '' : JSON.stringify(this.#response.body);
  }

  open(method: string, url: string): void {
    this.#method = method;
    const { pathname, search } = new URL(url);
    this.#path = pathname.slice(1) + search;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }

  getResponseHeader(name: string): string | null {
    return this.#response.headers?.[name] ?? null;
  }

  abort(): void {
    this.#end('abort');
  }

  send(body: Blob | null): void {
    const transfer = {
      method: this.#method,
      path: this.#path,
      headers: this.#headers,
      size: body?.size ?? 0,
    };
    transfers.push(transfer);
    queueMicrotask(() => this.#meet(transfer, takeFate(transfer)));
  }

  #meet(transfer: MockedTransfer, fate: TransferFate | undefined): void {
    if (fate !== undefined && 'cutAfter' in fate) {
      this.#receive(transfer, fate.cutAfter);
      this.#end('error');
    } else if (fate !== undefined && 'hangsAfter' in fate) {
      this.#receive(transfer, fate.hangsAfter);
    } else {
      if (fate === undefined) this.#progress(transfer.size, transfer.size);
      this.#response = fate ?? respondTo(transfer);
      this.#end('load');
    }
  }

  #receive({ path, size }: MockedTransfer, bytes: number): void {
    const upload = uploads.get(path.split('/').at(-1) ?? '');
    if (upload !== undefined) upload.received += bytes;
    this.#progress(bytes, size);
  }

  #progress(loaded: number, total: number): void {
    const event = new Event('progress');
    this.upload.dispatchEvent(Object.assign(event, { loaded, total, lengthComputable: true }));
  }

  #end(type: 'load' | 'error' | 'abort'): void {
    this.dispatchEvent(new Event(type));
    this.dispatchEvent(new Event('loadend'));
  }
}

const DATASET = makeId(600);

/**
 * The uploads of the mocked server into the dataset `makeId(600)`: replaces `XMLHttpRequest`, after `mockApi.start()`
 * and until `mockApi.stop()`. Requests succeed unless a test decides otherwise.
 */
export const mockUploads = {
  start(): void {
    transfers.length = 0;
    fates.length = 0;
    uploads.clear();
    offered = true;
    vi.stubGlobal('XMLHttpRequest', MockedRequest);
    const list = () =>
      offered ? { body: { uploads: [...uploads.values()] } } : { status: 404, body: {} };
    mockApi.get('api/v1/uploads', list);
    mockApi.get(`api/v1/datasets/${DATASET}/uploads`, list);
  },
  /** Makes it a server without uploads in parts. */
  refuse(): void {
    offered = false;
  },
  /** Adds an unfinished upload. */
  list(overrides: Partial<ResumableUpload> = {}): ResumableUpload {
    const upload = {
      id: makeId(900),
      dataset_id: DATASET,
      filename: 'report.zip',
      fingerprint: 'report',
      size: 1024 ** 3,
      received: 450 * 1024 ** 2,
      created_at: new Date().toISOString(),
      expires_at: new Date(Date.now() + 23.5 * 60 * 60 * 1000).toISOString(),
      ...overrides,
    };
    uploads.set(upload.id, upload);
    return upload;
  },
  /** Decides how the next request of a method goes; `FINISH` makes an archive of an upload. */
  next(method: string, fate: TransferFate): void {
    fates.push({ method, fate });
  },
  /** Returns the requests so far: all, or those of one method. */
  transfers(method?: string): MockedTransfer[] {
    return transfers.filter(
      (each) => method === undefined || method === (isFinish(each) ? 'FINISH' : each.method),
    );
  },
  uploads: (): ResumableUpload[] => [...uploads.values()],
} as const;
