import type { SourceFailureCode } from '@carrel/shared/contract/sources';

import type { WebPage } from '../../../../extraction/web-pages/web-page.ts';

/** Characters of a page that says that there is none. */
const TEXT_MAX = 3000;
const NOT_FOUND =
  /^(?:error\s*[-:|]?\s*)?(?:404|410)\b|^(?:(?:sorry|oops)\W+)?(?:the )?(?:page|file|document) (?:was |could |can )?not (?:be )?found\b|\b404[\s:|–-]+(?:page )?not found\b|^not found\b|^seite nicht gefunden\b|^page (?:introuvable|non trouvée)\b|^página no encontrada\b|^pagina niet gevonden\b/i;
const FAILED =
  /^(?:error\s*[-:|]?\s*)?50[0234]\b\W*(?:internal|bad|service|gateway|server|$)|^(?:internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out)\b|^(?:just a moment|attention required|access denied|checking your browser)\b|^(?:(?:site|website) (?:is )?)?(?:down for|under|in) maintenance\b/i;

/** What a page says of itself with the status of success: that it is not there, or that the site is at fault. */
export function softErrorOf({ title, textLength }: WebPage): SourceFailureCode | undefined {
  if (textLength > TEXT_MAX) return undefined;
  if (NOT_FOUND.test(title)) return 'not_found';
  return FAILED.test(title) ? 'unreachable' : undefined;
}
