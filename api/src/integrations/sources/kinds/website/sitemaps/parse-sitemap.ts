import { createGunzip } from 'node:zlib';
import { Readable } from 'node:stream';

import { SaxesParser } from 'saxes';

import { SourceError } from '../../../source-error.ts';

/** Bytes of one sitemap, unpacked: the protocol allows 50 MiB. */
const UNPACKED_BYTES_MAX = 64 * 1024 * 1024;
/** Addresses of one sitemap: the protocol allows 50,000. */
const ENTRIES_MAX = 50_000;
const ADDRESS_MAX = 2048;

export interface SitemapEntry {
  /** Whether it names another sitemap. */
  isSitemap: boolean;
  address: string;
  /** As it is written. */
  modified: string | undefined;
}

/**
 * Reads a sitemap, an index of sitemaps or a list of addresses as lines, packed or not, as a stream.
 * `found` returns whether to go on. Returns whether all of it was read.
 * @throws {SourceError} `invalid_response`
 */
export async function parseSitemap(
  body: AsyncIterable<Uint8Array>,
  found: (entry: SitemapEntry) => boolean,
): Promise<boolean> {
  let goesOn = true;
  let entries = 0;
  const take = (entry: SitemapEntry) => {
    if (!goesOn || entry.address === '' || entry.address.length > ADDRESS_MAX) return;
    entries += 1;
    goesOn = entries <= ENTRIES_MAX && found(entry);
  };
  const decoder = new TextDecoder();
  let parser: { write(text: string): void; end(): void } | undefined;
  let bytes = 0;
  try {
    for await (const piece of unpacked(body)) {
      bytes += piece.length;
      if (bytes > UNPACKED_BYTES_MAX) return false;
      const text = decoder.decode(piece, { stream: true });
      if (parser === undefined && text.trim() === '') continue;
      parser ??= text.trimStart().startsWith('<') ? xmlParser(take) : lineParser(take);
      parser.write(text);
      if (!goesOn) return false;
    }
    parser?.end();
    return goesOn;
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError('invalid_response', {
      message: 'The source has a sitemap that cannot be read.',
      cause: error,
    });
  }
}

async function* unpacked(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true) return;
  async function* whole(): AsyncGenerator<Uint8Array> {
    try {
      yield first.value as Uint8Array;
      for (;;) {
        const next = await iterator.next();
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }
  const [one, two] = first.value;
  if (one !== 0x1f || two !== 0x8b) {
    yield* whole();
    return;
  }
  const packed = Readable.from(whole(), { objectMode: false });
  const gunzip = createGunzip();
  packed.on('error', (error) => gunzip.destroy(error));
  try {
    for await (const piece of packed.pipe(gunzip)) yield piece as Uint8Array;
  } finally {
    packed.destroy();
    gunzip.destroy();
  }
}

const local = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase();

function xmlParser(take: (entry: SitemapEntry) => void) {
  const parser = new SaxesParser({ xmlns: false, position: false } as const);
  const state = { element: '', address: '', modified: '', root: '' };
  parser.on('opentag', ({ name }) => {
    state.root ||= local(name);
    if (state.root !== 'urlset' && state.root !== 'sitemapindex')
      throw new SourceError('invalid_response', {
        message: 'The source has a sitemap that is none.',
      });
    // Images and videos of a page have addresses of their own.
    state.element =
      name.includes(':') && !/^(?:s|sm|sitemap|ns\d?):/i.test(name) ? '' : local(name);
    if (state.element === 'url' || state.element === 'sitemap') {
      state.address = '';
      state.modified = '';
    }
  });
  const write = (text: string) => {
    if (state.element === 'loc' && state.address.length <= ADDRESS_MAX) state.address += text;
    if (state.element === 'lastmod' && state.modified.length <= 100) state.modified += text;
  };
  parser.on('text', write);
  parser.on('cdata', write);
  parser.on('closetag', ({ name }) => {
    const closed = local(name);
    if (closed === 'url' || closed === 'sitemap')
      take({
        isSitemap: closed === 'sitemap',
        address: state.address.trim(),
        modified: state.modified.trim() || undefined,
      });
    state.element = '';
  });
  let isDamaged = false;
  parser.on('error', (error) => {
    // An unescaped `&` in an address is common, and harmless.
    if (/entity|character/i.test(error.message)) return;
    isDamaged = true;
    throw error;
  });
  return {
    write: (text: string) => {
      parser.write(text);
    },
    end: () => {
      if (!isDamaged) parser.close();
    },
  };
}

function lineParser(take: (entry: SitemapEntry) => void) {
  let rest = '';
  const line = (text: string) => {
    const address = text.trim();
    if (/^https?:\/\//i.test(address)) take({ isSitemap: false, address, modified: undefined });
  };
  return {
    write: (text: string) => {
      const lines = (rest + text).split(/\r\n|\r|\n/);
      rest = (lines.pop() ?? '').slice(0, ADDRESS_MAX + 1);
      for (const each of lines) line(each);
    },
    end: () => line(rest),
  };
}
