import * as v from 'valibot';

import { SourceError } from '../../source-error.ts';
import type {
  ListedPage,
  ReadableObject,
  SourceConnection,
  SourceContext,
  SourceKind,
} from '../../source-kind.ts';
import { davAddress, encodedPath, type DavAddress } from './dav-address.ts';
import { createDavClient, multiStatusOf, type DavClient } from './dav-client.ts';
import { changeTagOf, listFolders, tokenOf } from './list-folders.ts';
import { readMultiStatus, type DavResource } from './multi-status.ts';

const changeTokenSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ url: v.string(), tag: v.string() }),
);

/** A folder of a WebDAV server, such as Nextcloud, Apache or SharePoint. */
export const webdavKind: SourceKind<'webdav'> = {
  kind: 'webdav',
  secretGoesTo: ({ url }) => new URL(url).origin,
  concurrency: 4,
  // Apache's ETag is a size and a date.
  tokensAreContents: false,
  open: async ({ url }, context): Promise<SourceConnection> => {
    const client = createDavClient(context);
    const address = davAddress(url);
    const list = async (request: Parameters<SourceConnection['list']>[0]): Promise<ListedPage> => {
      const { cursor, since } = request;
      const before = v.safeParse(changeTokenSchema, since);
      if (cursor === undefined && before.success && before.output.url === url) {
        const tag = changeTagOf(await resourceAt(client, address.urlOf(''), ''));
        if (tag === before.output.tag) return { objects: [], isDelta: true, changeToken: since };
      }
      const { rootTag, ...page } = await listFolders({ context, client, address }, cursor);
      const isLast = page.next === undefined && rootTag !== null;
      return isLast ? { ...page, changeToken: JSON.stringify({ url, tag: rootTag }) } : page;
    };
    return { list, read: (object) => readFile(client, address, context, object) };
  },
};

async function readFile(
  client: DavClient,
  address: DavAddress,
  context: SourceContext,
  object: ReadableObject,
): Promise<AsyncIterable<Uint8Array>> {
  const { key, path, token, size } = object;
  if (size !== undefined && size > context.objectBytesMax) throw new SourceError('too_large');
  const encoded = key.startsWith('href:') ? key.slice(5) : encodedPath(path);
  const url = address.urlOf(encoded);
  // Names such as `..` lead elsewhere in an address.
  if (address.pathOf(url.href, url)?.encoded !== encoded) throw new SourceError('not_found');
  const response = await client.get(url);
  const { etag, 'content-length': length } = response.headers;
  const isSameTag = etag === undefined || etag.replace(/^W\//, '').replaceAll('"', '') === token;
  const isSameSize = size === undefined || length === undefined || Number(length) === size;
  if (isSameTag && isSameSize) return response.body();
  // Some servers send another ETag with a file than in a list: what the list says now decides.
  const now = await resourceAt(client, url, path).catch((error: unknown) => {
    response.discard();
    throw error;
  });
  if (isSameSize && now !== undefined && tokenOf(now, context.now()) === token) {
    return response.body();
  }
  response.discard();
  throw new SourceError('invalid_response', {
    message: 'It has changed since it was listed. The next run reads it.',
  });
}

/** The resource at an address alone; undefined where it is gone. */
async function resourceAt(
  client: DavClient,
  url: URL,
  path: string,
): Promise<DavResource | undefined> {
  const response = multiStatusOf(await client.propfind(url, '0'), path);
  if (response === null) return undefined;
  for await (const resource of readMultiStatus(response.body())) return resource;
  return undefined;
}
