import { isElement, isText, parseHtml } from '../../../../extraction/html/parse-html.ts';

/** Returns the text of a title that is HTML: without its tags, with its entities as characters. */
export function textOfHtmlTitle(html: string): string {
  const text = html.replaceAll(/<[^<>]{0,200}>/g, ' ');
  if (!text.includes('&')) return text;
  // Inside of a title, entities mean characters, and nothing else is markup.
  const [document] = parseHtml(`<title>${text.replaceAll('<', '&lt;')}</title>`).childNodes;
  const [head] = document !== undefined && isElement(document) ? document.childNodes : [];
  const [title] = head !== undefined && isElement(head) ? head.childNodes : [];
  const [found] = title !== undefined && isElement(title) ? title.childNodes : [];
  return found !== undefined && isText(found) ? found.value : text;
}
