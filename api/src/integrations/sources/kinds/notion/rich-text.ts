import * as v from 'valibot';

import { escapeHtml } from '../../../../extraction/html/escape-html.ts';

export const richTextSchema = v.array(
  v.object({
    plain_text: v.optional(v.string(), ''),
    href: v.optional(v.nullable(v.string())),
    annotations: v.optional(
      v.object({
        bold: v.optional(v.boolean(), false),
        italic: v.optional(v.boolean(), false),
        strikethrough: v.optional(v.boolean(), false),
        code: v.optional(v.boolean(), false),
      }),
    ),
  }),
);

type RichText = v.InferOutput<typeof richTextSchema>;

export const plainText = (text: RichText): string =>
  text.map(({ plain_text: plain }) => plain).join('');

/** Reads what should be rich text; nothing of anything else. */
export function richTextOf(value: unknown): RichText {
  const read = v.safeParse(richTextSchema, value);
  return read.success ? read.output : [];
}

export const htmlOf = (text: RichText): string => text.map((part) => partHtml(part)).join('');

function partHtml({ plain_text: plain, href, annotations }: RichText[number]): string {
  let html = escapeHtml(plain).replaceAll('\n', '<br>');
  if (annotations?.code === true) html = `<code>${html}</code>`;
  if (annotations?.bold === true) html = `<strong>${html}</strong>`;
  if (annotations?.italic === true) html = `<em>${html}</em>`;
  if (annotations?.strikethrough === true) html = `<s>${html}</s>`;
  return isLink(href) ? `<a href="${escapeHtml(href)}">${html}</a>` : html;
}

/** Whether it is an address that anybody may see: those of files at Notion are signed. */
export const isLink = (href: unknown): href is string =>
  typeof href === 'string' && /^(?:https?:|mailto:)/i.test(href);
