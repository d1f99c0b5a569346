import type { PlaceOf } from '@carrel/shared/contract/sources';

import { SourceError } from '../../source-error.ts';
import {
  PAGE_OBJECTS_MAX,
  type ListedObject,
  type ReadableObject,
  type SourceConnection,
  type SourceContext,
  type SourceKind,
} from '../../source-kind.ts';
import { openBucket, type Bucket } from './bucket.ts';
import { nextCursor, readCursor } from './list-cursor.ts';
import { asInvalidList, readObjectList, type StoredObject } from './object-list.ts';
import { changedError } from './refusals.ts';

const AMAZON = 'https://s3.amazonaws.com';
const ETAG_MAX = 200;

/** A bucket of S3, or of a store that speaks as S3 does. */
export const s3Kind: SourceKind<'s3'> = {
  kind: 's3',
  secretGoesTo: ({ endpoint }: PlaceOf<'s3'>) =>
    endpoint === undefined ? AMAZON : new URL(endpoint).origin,
  concurrency: 8,
  // Of one uploaded in parts too: the ETag is a hash of the hashes of its parts.
  tokensAreContents: true,
  // Directory buckets, and some stores, list in another order.
  isListSorted: true,
  open: async (place, context): Promise<SourceConnection> => {
    const bucket = openBucket(place, context);
    return {
      list: ({ cursor }) => listPage(bucket, cursor),
      read: (object) => readObject(bucket, context, object),
    };
  },
};

async function listPage(bucket: Bucket, cursor: string | undefined) {
  const before = readCursor(cursor);
  const response = await bucket.get({
    query: {
      'list-type': '2',
      'max-keys': String(PAGE_OBJECTS_MAX),
      'encoding-type': 'url',
      ...(bucket.prefix !== '' && { prefix: bucket.prefix }),
      ...(before !== undefined && { 'continuation-token': before.token }),
    },
  });
  const { objects, next } = readObjectList(await response.bytes().catch(asInvalidList));
  // A prefix that ends within a name is one of names in its folder.
  const folder = bucket.prefix.slice(0, bucket.prefix.lastIndexOf('/') + 1);
  return {
    objects: objects
      .filter(({ key }) => key.startsWith(bucket.prefix))
      .filter(({ key, size }) => !(key.endsWith('/') && (size ?? 0) === 0))
      .map((object) => listedObject(object, folder)),
    next: next === undefined ? undefined : nextCursor(before, next),
  };
}

function listedObject(object: StoredObject, folder: string): ListedObject {
  const { key, size, modifiedAt } = object;
  return { key, path: key.slice(folder.length), token: tokenOf(object), size, modifiedAt };
}

/** The ETag in its quotes, or what else tells a change, with the key so that no other object has it. */
function tokenOf({ key, etag, size, modifiedAt }: StoredObject): string {
  const bare = bareTag(etag);
  if (bare !== '' && bare.length <= ETAG_MAX) return `"${bare}"`;
  return `${size ?? '?'} ${modifiedAt?.toISOString() ?? '?'} ${key}`;
}

const bareTag = (etag: string): string => etag.replace(/^W\//, '').replaceAll('"', '');

async function readObject(
  bucket: Bucket,
  { objectBytesMax }: SourceContext,
  { key, token, size }: ReadableObject,
): Promise<AsyncIterable<Uint8Array>> {
  if (size !== undefined && size > objectBytesMax) throw new SourceError('too_large');
  const listed = token.startsWith('"') ? token : undefined;
  const response = await bucket.get(
    { key },
    { bytesMax: objectBytesMax, headers: listed === undefined ? {} : { 'If-Match': listed } },
  );
  const { etag, 'content-length': length } = response.headers;
  // Not every store knows If-Match.
  const isOther = listed !== undefined && etag !== undefined && `"${bareTag(etag)}"` !== listed;
  const isOtherSize = size !== undefined && length !== undefined && Number(length) !== size;
  if (isOther || isOtherSize) {
    response.discard();
    throw changedError();
  }
  return response.body();
}
