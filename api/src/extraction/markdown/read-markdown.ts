import MarkdownIt from 'markdown-it';

import type { Block } from '../blocks/block.ts';
import { readHtml } from '../html/read-html.ts';
import { withoutFrontMatter } from '../metadata/front-matter.ts';
import { addFootnotes } from './footnotes.ts';
import { addNotations } from './notations.ts';
import { htmlOfMdx, withoutUnknownTags } from './tags.ts';

const parser = new MarkdownIt({ html: true, maxNesting: 100 });
addFootnotes(parser);
addNotations(parser);
// Text in angle brackets that is no tag of HTML, such as Vec<Item>, is text.
for (const rule of ['html_block', 'html_inline'] as const) {
  parser.renderer.rules[rule] = (tokens, at) => withoutUnknownTags(tokens[at]?.content ?? '');
}

/** Reads Markdown (CommonMark with GitHub's tables and footnotes), by way of HTML, which it may contain. */
export function readMarkdown(text: string, { isMdx = false } = {}): Block[] {
  const body = withoutFrontMatter(text);
  return readHtml(parser.render(isMdx ? htmlOfMdx(body) : body));
}
