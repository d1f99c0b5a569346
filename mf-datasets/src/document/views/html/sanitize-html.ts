import DOMPurify from 'dompurify';
import type { Config } from 'dompurify';

import { imageSize } from '../image/image-header.ts';
import { PIXELS_MAX } from '../image/image-limits.ts';
import { cutDeclarations, safeSheet } from './safe-styles.ts';

const words = (text: string) => text.split(' ');

/** Text, tables, images and how they look: nothing that runs, leads elsewhere or takes input. */
const ALLOWED: Config = {
  ALLOWED_TAGS: words(
    'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn dir div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd legend li main mark menu nav nobr ol p pre q rp rt ruby s samp section small span strike strong style sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr #text',
  ),
  ALLOWED_ATTR: words(
    'align alt bgcolor border cellpadding cellspacing class color colspan dir face headers height hidden id lang nowrap open reversed rowspan rules scope size span src start style summary title type valign value width',
  ),
  ALLOW_DATA_ATTR: false,
  WHOLE_DOCUMENT: true,
};

/** Images within the document. SVG is not among them: it could be of any size and cost. */
const IMAGE = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp);base64,([a-z\d+/\s]+)=*\s*$/i;

/** Characters of an image in which its header is looked for. */
const HEADER_CHARACTERS = 256 * 1024;

/** The policy that turns text into HTML; undefined in browsers without Trusted Types. */
export type HtmlPolicy = Config['TRUSTED_TYPES_POLICY'];

/** Tags as most documents write them. */
const TAG = /<[a-z][^<>]*>/gi;
const BASE = /^<base\b/i;
const HANDLER = /(?<=[\s"'/])on\w+(?=\s*=)/gi;

/**
 * Takes bases and event handlers out of tags: browsers report them to the policy of the page when they
 * parse them, although no page has them in the end. What this overlooks, the sanitizer removes.
 */
const withoutReported = (html: string) =>
  html.replaceAll(TAG, (tag) => (BASE.test(tag) ? '' : tag.replaceAll(HANDLER, 'data-event')));

/** Returns the tree of an HTML document without anything that runs, loads or leads elsewhere. */
export function sanitizeHtml(html: string, policy: HtmlPolicy): HTMLElement {
  const tree = DOMPurify.sanitize(withoutReported(html), {
    ...ALLOWED,
    ...(policy !== undefined && { TRUSTED_TYPES_POLICY: policy }),
    RETURN_DOM: true,
  });
  if (!(tree instanceof HTMLElement)) throw new TypeError('This browser does not sanitize HTML.');
  for (const image of tree.querySelectorAll('[src]')) {
    if (image.localName !== 'img' || !isShown(image.getAttribute('src') ?? '')) {
      image.removeAttribute('src');
    }
  }
  for (const sheet of tree.querySelectorAll('style')) {
    sheet.textContent = safeSheet(sheet.textContent);
  }
  for (const element of [tree, ...tree.querySelectorAll<HTMLElement>('[style]')]) {
    cutDeclarations(element.style);
    element.setAttribute('style', element.style.cssText);
  }
  return tree;
}

function isShown(url: string): boolean {
  const data = IMAGE.exec(url)?.[1]?.slice(0, HEADER_CHARACTERS).replaceAll(/\s/g, '');
  if (data === undefined) return false;
  const header = atob(data.slice(0, data.length - (data.length % 4)));
  const size = imageSize(Uint8Array.from(header, (character) => character.charCodeAt(0)));
  return size === undefined || size.width * size.height <= PIXELS_MAX;
}
