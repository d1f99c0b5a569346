import { SourceError } from '../../source-error.ts';
import type { ReadableObject } from '../../source-kind.ts';
import { keyOf } from './addresses.ts';
import type { Crawler } from './crawl/crawler.ts';
import { PAGE_BYTES_MAX, pageInputOf, requestPage, typeOf } from './fetch-page.ts';
import { documentOf } from './page-document.ts';

/**
 * Reads a file as it is, and a page as its document. A page comes with its list, and is read where its document is
 * large or lost.
 * @throws {SourceError}
 */
export async function readObject(
  crawler: Crawler,
  { key, path, url: shown }: ReadableObject,
): Promise<AsyncIterable<Uint8Array>> {
  const { site, context, rules } = crawler;
  const listed = shown === undefined ? undefined : site.addressOf(shown);
  const address = listed !== undefined && keyOf(listed) === key ? listed : key;
  if (!rules.allows(address)) throw new SourceError('forbidden');
  const { response, end } = await requestPage({ ...crawler, http: context.http }, address);
  const free = () => {
    response.discard();
    end();
  };
  if (response.status >= 300) {
    free();
    throw new SourceError('not_found');
  }
  const pieces = response.body()[Symbol.asyncIterator]();
  const isNamedPage =
    /\.x?html?$/i.test(path) &&
    /^(?:text\/html|application\/xhtml\+xml|)$/.test(typeOf(response.headers));
  if (!isNamedPage) return rest([], pieces, free);
  try {
    const { start, isWhole } = await readStart(pieces);
    if (!isWhole) return rest(start, pieces, free);
    free();
    const bytes = Buffer.concat(start);
    const read = await context.readWebPage({ ...pageInputOf(bytes, response), isNamedPage: true });
    if (read.kind === 'none') throw new SourceError('invalid_response');
    const isPage = read.kind === 'page';
    return single(isPage ? Buffer.from(documentOf(read.page, site.urlOf(address))) : bytes);
  } catch (error) {
    free();
    throw error;
  }
}

async function readStart(pieces: AsyncIterator<Uint8Array>) {
  const start: Uint8Array[] = [];
  for (let length = 0; length <= PAGE_BYTES_MAX;) {
    const piece = await pieces.next();
    if (piece.done === true) return { start, isWhole: true };
    start.push(piece.value);
    length += piece.value.length;
  }
  return { start, isWhole: false };
}

async function* single(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

async function* rest(
  start: readonly Uint8Array[],
  pieces: AsyncIterator<Uint8Array>,
  free: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* start;
    for (;;) {
      const piece = await pieces.next();
      if (piece.done === true) return;
      yield piece.value;
    }
  } finally {
    free();
  }
}
