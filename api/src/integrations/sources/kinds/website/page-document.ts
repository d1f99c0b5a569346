import { escapeHtml, escapeText } from '../../../../extraction/html/escape-html.ts';
import type { WebPage } from '../../../../extraction/web-pages/web-page.ts';

/** Returns the document of a page. */
export function documentOf(page: WebPage, url: URL): string {
  const language = page.language === undefined ? '' : ` lang="${escapeHtml(page.language)}"`;
  const author =
    page.author === undefined ? '' : `<meta name="author" content="${escapeHtml(page.author)}">\n`;
  return (
    `<!doctype html>\n<html${language}>\n<head>\n<meta charset="utf-8">\n` +
    `<title>${escapeText(page.title)}</title>\n` +
    `${author}<link rel="canonical" href="${escapeHtml(url.href)}">\n</head>\n<body>\n` +
    `${page.markup}\n</body>\n</html>\n`
  );
}
