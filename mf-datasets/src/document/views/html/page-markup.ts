import { sanitizeHtml } from './sanitize-html.ts';
import type { HtmlPolicy } from './sanitize-html.ts';

/** The policy of the frame, besides that of the page, which it inherits. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'";

/** How documents look that do not say it themselves: on paper, in both themes. */
const PAPER = `:where(:root){color-scheme:only light;background:#fff;color:#12161d;font:16px/1.5 system-ui,sans-serif}
:where(body){margin:0;padding:1.5rem;overflow-wrap:break-word}
:where(img){max-width:100%;height:auto}
:where(pre){overflow-x:auto}
:where(td,th){vertical-align:top}`;

const MARKS = `mark[data-place]{background:transparent!important;color:inherit!important}
mark[data-place][data-chunk]{background:#dcdcf7!important}
mark[data-place][data-match]{background:#fbe3b3!important;color:#12161d!important}
mark[data-place][data-match=current]{background:#f7c978!important;outline:2px solid #b45309!important}`;

/** The name that the policy of the page has for documents that become HTML. */
const TRUSTED_NAME = 'document-page';

/** What the document of a frame is set to. */
export type PageMarkup = string & { readonly sanitized: unique symbol };

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createHTML: (text: string) => string },
  ) => NonNullable<HtmlPolicy>;
}

function createPolicy(): HtmlPolicy {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy(TRUSTED_NAME, { createHTML: (text) => text });
}

/** Made once; each release of the remote makes one of its own. */
let policy: { created: HtmlPolicy } | undefined;

/**
 * Returns the document of a frame that shows an HTML document as a page, for `srcdoc`. Throws where the
 * policy of the page does not allow it.
 */
export function pageMarkup(html: string): PageMarkup {
  policy ??= { created: createPolicy() };
  const { created } = policy;
  const tree = sanitizeHtml(html, created);
  const { ownerDocument } = tree;
  const head = tree.querySelector('head') ?? ownerDocument.createElement('head');
  const element = (name: string, attributes: Record<string, string>, text = '') => {
    const made = ownerDocument.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text;
    return made;
  };
  head.prepend(
    element('meta', { charset: 'utf-8' }),
    element('meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY }),
    element('meta', { name: 'referrer', content: 'no-referrer' }),
    element('meta', { name: 'viewport', content: 'width=device-width' }),
    element('style', {}, PAPER),
  );
  head.append(element('style', {}, MARKS));
  if (head.parentNode === null) tree.prepend(head);
  const markup = `<!doctype html>${tree.outerHTML}`;
  return (created?.createHTML(markup) ?? markup) as PageMarkup;
}
