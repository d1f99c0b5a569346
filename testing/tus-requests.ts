import type { Member } from './server-fixture.ts';

/** A dataset, and who uploads into it. */
export interface UploadPlace {
  owner: Pick<Member, 'call'>;
  organizationId: string;
  datasetId: string;
}

type Headers = Record<string, string>;

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Returns the header Upload-Metadata. */
export const uploadMetadata = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${base64(value)}`)
    .join(',');

/** The requests of the tus protocol, as a client sends them. */
export function tusRequests({ owner, organizationId, datasetId }: UploadPlace) {
  const path = `/datasets/${datasetId}/uploads`;
  const send = (method: string, to: string, headers: Headers = {}, body?: Uint8Array) =>
    owner.call(method, to, {
      organizationId,
      headers: { 'Tus-Resumable': '1.0.0', ...headers },
      ...(body === undefined ? {} : { body: Uint8Array.from(body) }),
    });
  const BYTES = { 'Content-Type': 'application/offset+octet-stream' };
  return {
    path,
    send,
    create: (size: number, headers: Headers = {}) =>
      send('POST', path, { 'Upload-Length': String(size), ...headers }),
    /** Creates an upload, and returns its id. */
    begin: async (size: number, metadata: Record<string, string> = { filename: 'a.zip' }) => {
      const response = await send('POST', path, {
        'Upload-Length': String(size),
        'Upload-Metadata': uploadMetadata(metadata),
      });
      if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
      return response.headers.get('Location')?.split('/').at(-1) ?? '';
    },
    createWith: (bytes: Uint8Array, size: number, headers: Headers = {}) =>
      send('POST', path, { ...BYTES, 'Upload-Length': String(size), ...headers }, bytes),
    head: (id: string, headers: Headers = {}) => send('HEAD', `${path}/${id}`, headers),
    /** Returns the offset. */
    offset: async (id: string) =>
      Number((await send('HEAD', `${path}/${id}`)).headers.get('Upload-Offset')),
    patch: (id: string, offset: number, bytes: Uint8Array, headers: Headers = {}) =>
      send(
        'PATCH',
        `${path}/${id}`,
        { ...BYTES, 'Upload-Offset': String(offset), ...headers },
        bytes,
      ),
    terminate: (id: string) => send('DELETE', `${path}/${id}`),
    finish: (id: string, query = '') =>
      owner.call('POST', `/datasets/${datasetId}/archives?upload=${id}${query}`, {
        organizationId,
      }),
  };
}

export type TusRequests = ReturnType<typeof tusRequests>;
