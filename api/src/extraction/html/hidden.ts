import { attributeOf, isElement, type HtmlElement } from './parse-html.ts';

/** Elements that are never shown, and those that hold code. */
const UNSHOWN = new Set(
  (
    'script style template noscript datalist param track rt rp head title meta link base ' +
    // What they contain is for browsers that do not know them.
    'audio video canvas progress meter desc metadata defs'
  ).split(' '),
);
const HIDING = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)/i;
const INLINE = new Set(['i', 'span', 'svg', 'em', 'b', 'a', 'sup']);

export function isUnshown(element: HtmlElement): boolean {
  return UNSHOWN.has(element.tagName);
}

/** Whether a person does not see an element, by its own attributes. */
export function isHidden(element: HtmlElement): boolean {
  const { tagName } = element;
  if (tagName === 'dialog' && attributeOf(element, 'open') === undefined) return true;
  if (element.attrs.length === 0) return false;
  if (tagName === 'body' || tagName === 'html') return false;
  const hidden = attributeOf(element, 'hidden');
  if (hidden !== undefined && hidden !== 'until-found') return true;
  if (HIDING.test(attributeOf(element, 'style') ?? '')) return true;
  return isDecoration(element);
}

/** An icon, whose name is its text, or the drawing of a formula. */
function isDecoration(element: HtmlElement): boolean {
  if (attributeOf(element, 'aria-hidden') !== 'true') return false;
  if (/\bkatex-html\b/.test(attributeOf(element, 'class') ?? '')) return true;
  return INLINE.has(element.tagName) && !element.childNodes.some(isElement);
}
