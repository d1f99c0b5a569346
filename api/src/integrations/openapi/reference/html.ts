/** Text as HTML. */
export interface Html {
  html: string;
}

type Part = Html | string | number | undefined | readonly (Html | undefined)[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template of HTML: what is put in is escaped unless it is HTML. */
export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return {
    html: template.reduce((text, next, index) => text + markupOf(parts[index - 1]) + next),
  };
}

function markupOf(part: Part): string {
  if (part === undefined) return '';
  if (typeof part !== 'object') return String(part).replaceAll(/[&<>"']/g, (c) => ENTITIES[c] ?? c);
  return 'html' in part ? part.html : part.map(markupOf).join('');
}

/** A sentence in which backticks mark code. */
export function sentence(text: string): Html {
  const parts = text.split('`');
  return html`${parts.map((part, index) =>
    index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`,
  )}`;
}
