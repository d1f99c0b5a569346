import { plainWords } from './plain-words.ts';

/** A message ready to send. */
export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The message's only link. */
  link: string | undefined;
  /** Whether the link lets whoever has it into an account that exists. */
  opensAccount: boolean;
}

interface Content {
  to: string;
  subject: string;
  /** Paragraphs before the link. */
  before: string[];
  /** Lines after those, as they are: what the server itself knows, such as a time and an IP address. */
  facts?: string[];
  link?: { label: string; url: string; opensAccount?: true };
  /** Paragraphs after it. */
  after: string[];
}

/**
 * Returns a message as plain text and as HTML with the same content. Its only link is `link`: sentences
 * hold names that strangers chose, so nothing in them is left for a mail program to link.
 */
export function writeMessage(content: Content): Message {
  const { to, link, facts = [] } = content;
  const subject = plainWords(content.subject);
  const [before, after] = [content.before.map(plainWords), content.after.map(plainWords)];
  const text = [
    ...before,
    ...(facts.length === 0 ? [] : [facts.join('\n')]),
    ...(link === undefined ? [] : [link.url]),
    ...after,
    '-- \nCarrel',
  ];
  const button =
    link === undefined
      ? []
      : [
          `<p style="margin:24px 0"><a href="${escape(link.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600">${escape(link.label)}</a></p>`,
          `<p style="color:#57606a;font-size:13px;word-break:break-all">Or copy this address into your browser: ${escape(link.url)}</p>`,
        ];
  const paragraphs = (lines: string[]) =>
    lines.map((line) => `<p style="margin:0 0 16px">${escape(line)}</p>`);
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escape(subject)}</title></head>`,
    '<body style="margin:0;padding:32px 16px;background:#f6f7f9;font-family:system-ui,-apple-system,Segoe UI,sans-serif;font-size:16px;line-height:1.5;color:#1f2328">',
    '<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">',
    ...paragraphs(before),
    ...(facts.length === 0
      ? []
      : [`<p style="margin:0 0 16px;color:#57606a">${facts.map(escape).join('<br>')}</p>`]),
    ...button,
    ...paragraphs(after),
    '<p style="margin:24px 0 0;color:#57606a;font-size:13px">Carrel</p></div></body></html>',
  ];
  return {
    to,
    subject,
    text: `${text.join('\n\n')}\n`,
    html: html.join('\n'),
    link: link?.url,
    opensAccount: link?.opensAccount === true,
  };
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
