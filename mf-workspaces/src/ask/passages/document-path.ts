import type { SearchResult } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';

/** Returns the page of a passage's document, at the passage. What else a server names is no path of this console. */
export function documentPath({ document, chunk }: SearchResult): string {
  return /^\/(?![/\\])/.test(document.url)
    ? document.url
    : consolePaths.document(document.dataset.id, document.id, chunk.number);
}
