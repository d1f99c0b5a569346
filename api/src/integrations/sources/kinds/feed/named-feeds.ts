import type { ReadWebPage } from '../../source-kind.ts';
import { SourceError } from '../../source-error.ts';

const BYTES_MAX = 500_000;
const HEAD_CHARACTERS = 20_000;

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
export async function failureOfPage(
  readWebPage: ReadWebPage,
  page: { bytes: Uint8Array; url: string; charset: string | undefined },
): Promise<SourceError> {
  const bytes = page.bytes.subarray(0, BYTES_MAX);
  const read = await readWebPage({ ...page, bytes, isNamedPage: true });
  const feed = read.kind === 'page' ? read.page.feeds[0] : undefined;
  return new SourceError('invalid_response', {
    message:
      feed === undefined
        ? 'The address leads to a web page, not to a feed.'
        : `The address leads to a web page, not to a feed. The page names the feed ${feed}`,
  });
}
