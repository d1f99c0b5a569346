import type { Markup } from '../blocks/math-text.ts';
import { isElement, isText, type HtmlElement } from './parse-html.ts';

/** Returns a formula of a page as readers of XML have it. */
export function markupOf(element: HtmlElement): Markup {
  return {
    name: element.tagName,
    children: element.childNodes.flatMap((child): (Markup | string)[] => {
      if (isText(child)) return [child.value];
      return isElement(child) ? [markupOf(child)] : [];
    }),
  };
}
