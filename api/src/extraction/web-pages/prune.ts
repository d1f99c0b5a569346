import { isHidden } from '../html/hidden.ts';
import { attributeOf, isElement, isText, type HtmlElement } from '../html/parse-html.ts';

/** Elements whose content is no text of a page. */
const DROPPED = new Set(
  (
    'script style noscript template iframe frame frameset object embed applet audio video canvas svg ' +
    'button input select textarea datalist progress meter dialog link meta base nav footer map'
  ).split(' '),
);
const DROPPED_ROLES = new Set(
  'navigation banner contentinfo search complementary dialog alertdialog menu menubar toolbar tablist'.split(
    ' ',
  ),
);
/** Words of class names and ids of what stands around the text. */
const AROUND =
  /(?:^|[-_\s])(?:nav|navbar|navigation|topnav|sidenav|sidebar|side-bar|sphinxsidebar|sidebarwrapper|menu|submenu|breadcrumbs?|pagination|pager|prev-next|page-nav|toc|table-of-contents|tableofcontents|cookies?|cookie-?(?:banner|notice|consent|bar|law)|consent|gdpr|onetrust|cc-window|skip-?(?:link|nav|to-content)|site-?(?:header|footer|nav)|page-?(?:footer)|footer|masthead|share|sharing|social|share-?buttons|newsletter|subscribe|promo|advert|advertisement|ads?|sponsor|related(?:-?(?:posts|articles|links|content))?|recommended|popup|modal|lightbox|headerlink|anchorjs-link|header-anchor|hash-link|copy-?(?:btn|button)|clipboard|editsection|edit-?(?:page|link)|mw-editsection|mw-jump-link|noprint|navbox|catlinks|printfooter|feedback|toolbar|screen-reader-(?:text|only)|sr-only|visually-hidden|social-media|login-form|search-?(?:form|box|bar))(?:$|[-_\s])/i;
/** Class names that hold the text although a word above is in them. */
const KEPT = /(?:^|[-_\s])(?:content|article|main|body|has|with|no)(?:$|[-_\s])/i;
/** Below one of these, what is called a header or an aside is part of the text. */
const TEXTS = new Set(['main', 'article']);
const STRUCTURE = new Set([
  'html',
  'body',
  'main',
  'article',
  'table',
  'tbody',
  'tr',
  'td',
  'th',
  'pre',
]);

/** Removes from a page what is no text of it, in place. With `byNames`, also what class names and ids say. */
export function prune(
  element: HtmlElement,
  { byNames }: { byNames: boolean },
  inText = false,
): void {
  const isInText = inText || TEXTS.has(element.tagName) || attributeOf(element, 'role') === 'main';
  element.childNodes = element.childNodes.filter((child) => {
    if (isText(child)) return true;
    if (!isElement(child) || isAround(child, isInText, byNames)) return false;
    prune(child, { byNames }, isInText);
    return true;
  });
}

function isAround(element: HtmlElement, inText: boolean, byNames: boolean): boolean {
  const { tagName } = element;
  const role = attributeOf(element, 'role')?.toLowerCase() ?? '';
  if (DROPPED.has(tagName) || DROPPED_ROLES.has(role) || isHidden(element)) return true;
  if (attributeOf(element, 'aria-modal') === 'true') return true;
  if ((tagName === 'header' || tagName === 'aside') && !inText) return true;
  if (!byNames || STRUCTURE.has(tagName)) return false;
  return isNamed(attributeOf(element, 'class')) || isNamed(attributeOf(element, 'id'));
}

const isNamed = (names: string | undefined) =>
  names !== undefined && names.length < 500 && AROUND.test(names) && !KEPT.test(names);
