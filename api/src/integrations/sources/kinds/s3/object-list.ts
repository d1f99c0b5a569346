import { readXml } from '../../../../extraction/xml/xml-reader.ts';
import { SourceError } from '../../source-error.ts';
import { PAGE_OBJECTS_MAX } from '../../source-kind.ts';

/** An entry of a list, as the store sends it. */
export interface StoredObject {
  key: string;
  etag: string;
  size: number | undefined;
  modifiedAt: Date | undefined;
}

interface ObjectList {
  objects: StoredObject[];
  /** Where the next page begins; absent on the last. */
  next: string | undefined;
}

const DIALECT = { prefixOf: () => '', isTolerant: false };
const TEXT_MAX = 8192;

/** Reads a response to ListObjectsV2. @throws {SourceError} `invalid_response` */
export function readObjectList(body: Uint8Array): ObjectList {
  const path: string[] = [];
  const texts = new Map<string, string>();
  const entries: Map<string, string>[] = [];
  let root = '';
  try {
    readXml(
      body,
      {
        open: (name) => {
          if (path.length === 0) root = name;
          path.push(name);
          if (path.length === 2 && name === ':Contents') entries.push(new Map());
          if (entries.length > PAGE_OBJECTS_MAX) throw new SourceError('invalid_response');
        },
        close: () => path.pop(),
        text: (text) => {
          const isEntry = path.length === 3 && path[1] === ':Contents';
          const target = isEntry ? entries.at(-1) : path.length === 2 ? texts : undefined;
          const name = path.at(-1) ?? '';
          const known = target?.get(name) ?? '';
          if (known.length < TEXT_MAX) target?.set(name, known + text);
        },
      },
      DIALECT,
    );
  } catch (error) {
    throw invalidList(error);
  }
  if (root !== ':ListBucketResult') throw invalidList();
  const isEncoded = texts.get(':EncodingType') === 'url';
  const isTruncated = texts.get(':IsTruncated')?.trim() === 'true';
  const next = texts.get(':NextContinuationToken');
  // Without it the rest would count as gone.
  if (isTruncated && (next === undefined || next === '')) throw invalidList();
  return {
    objects: entries.map((entry) => objectOf(entry, isEncoded)),
    next: isTruncated ? next : undefined,
  };
}

function objectOf(entry: ReadonlyMap<string, string>, isEncoded: boolean): StoredObject {
  const key = entry.get(':Key');
  if (key === undefined || key === '') throw invalidList();
  const size = Number(entry.get(':Size')?.trim() || Number.NaN);
  const modifiedAt = new Date(entry.get(':LastModified')?.trim() ?? '');
  return {
    key: isEncoded ? decoded(key) : key,
    etag: entry.get(':ETag')?.trim() ?? '',
    size: Number.isSafeInteger(size) && size >= 0 ? size : undefined,
    modifiedAt: Number.isNaN(modifiedAt.getTime()) ? undefined : modifiedAt,
  };
}

/** Keys are encoded as in a query, since XML has no control characters. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const invalidList = (cause?: unknown): SourceError =>
  new SourceError('invalid_response', {
    message: 'The response is no list of a bucket. Check that the endpoint is one of S3.',
    cause,
  });

/** A list of more bytes than a thousand objects have is none. */
export function asInvalidList(error: unknown): never {
  throw error instanceof SourceError && error.code === 'too_large' ? invalidList(error) : error;
}
