import type { Email } from 'postal-mime';

import { oneLine } from '../blocks/block-writer.ts';
import type { Block } from '../blocks/block.ts';
import { Omissions } from '../blocks/omissions.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';
import { readHtml, readHtmlPage } from './read-html.ts';

/** Reads a page that was saved with its pictures and frames, which is an e-mail of these parts. */
export async function readMhtml(parsed: Promise<Email>): Promise<Partitioned | undefined> {
  const mail = await parsed.catch((error: unknown) => {
    throw new UnreadableDocument(reasons.damaged('e-mail'), { cause: error });
  });
  if (mail.html === undefined || mail.html.trim() === '') return undefined;
  const page = readHtmlPage(mail.html);
  const subject = oneLine(mail.subject ?? '');
  const hasTitle = page.blocks.some(
    ({ kind, text }) => kind === 'heading' && text.includes(subject),
  );
  const title: Block[] =
    hasTitle || subject === '' ? [] : [{ kind: 'heading', level: 1, text: subject }];
  const omitted = new Omissions();
  omitted.addAll(page.omitted);
  const frames = mail.attachments
    .filter(({ mimeType }) => /^(?:text\/html|application\/xhtml\+xml)$/i.test(mimeType))
    .flatMap(({ content }) =>
      readHtml(typeof content === 'string' ? content : new TextDecoder().decode(content), omitted),
    );
  return { ...page, blocks: [...title, ...page.blocks, ...frames], omitted: omitted.list() };
}
