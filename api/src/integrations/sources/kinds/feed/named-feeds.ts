import { attributeOf, descendants, parseHtml } from '../../../../extraction/html/parse-html.ts';
import { SourceError } from '../../source-error.ts';
import { webAddress } from './feed-entry.ts';

const CHARACTERS_MAX = 500_000;
const HEAD_CHARACTERS = 20_000;
const LINKS_MAX = 1000;
const TYPES = /^application\/(?:rss|atom|rdf)\+xml$/i;

/** Whether a text is a web page. */
export function isPage(text: string): boolean {
  let rest = text.slice(0, HEAD_CHARACTERS).replace(/^\s*(?:<\?xml[^>]*>)?/, '');
  for (;;) {
    rest = rest.trimStart();
    if (!rest.startsWith('<!--')) return /^<!doctype\s+html|^<html[\s>]/i.test(rest);
    const end = rest.indexOf('-->');
    if (end < 0) return false;
    rest = rest.slice(end + 3);
  }
}

/** What is wrong with a page, and which feed it names. */
export function failureOfPage(text: string, address: string): SourceError {
  const feed = findNamedFeed(text.slice(0, CHARACTERS_MAX), address);
  return new SourceError('invalid_response', {
    message:
      feed === undefined
        ? 'The address leads to a web page, not to a feed.'
        : `The address leads to a web page, not to a feed. The page names the feed ${feed}`,
  });
}

function findNamedFeed(text: string, address: string): string | undefined {
  for (const link of descendants(parseHtml(text), ['link'], [], LINKS_MAX)) {
    const rel = (attributeOf(link, 'rel') ?? '').toLowerCase().split(/\s+/);
    if (!rel.includes('alternate') || !TYPES.test(attributeOf(link, 'type') ?? '')) continue;
    const found = webAddress(attributeOf(link, 'href') ?? '', address);
    if (found !== undefined) return found;
  }
  return undefined;
}
