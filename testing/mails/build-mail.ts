/** A part of a mail beside its text. */
export interface TestAttachment {
  name?: string;
  content: string | Buffer;
  type?: string;
  /** Shown by the text, as a logo is. */
  contentId?: string;
}

/** Returns an e-mail (RFC 5322) with attachments. */
export function buildMail(
  text: string,
  attachments: readonly TestAttachment[] = [],
  subject = 'Pumps',
): Buffer {
  const related = attachments.some(({ contentId }) => contentId !== undefined);
  const parts = [`Content-Type: text/html\r\n\r\n<p>${text}</p>`, ...attachments.map(partOf)].map(
    (part) => `--limit\r\n${part}\r\n`,
  );
  return Buffer.from(
    [
      'From: Ann Lee <ann@example.org>',
      'To: bob@example.org',
      `Subject: ${subject}`,
      `Content-Type: multipart/${related ? 'related' : 'mixed'}; boundary="limit"`,
      '',
      `${parts.join('')}--limit--\r\n`,
    ].join('\r\n'),
  );
}

function partOf({ name, content, type = 'application/octet-stream', contentId }: TestAttachment) {
  const lines = [
    `Content-Type: ${type}${name === undefined ? '' : `; name="${name}"`}`,
    'Content-Transfer-Encoding: base64',
    contentId === undefined
      ? `Content-Disposition: attachment${name === undefined ? '' : `; filename="${name}"`}`
      : `Content-Disposition: inline\r\nContent-ID: <${contentId}>`,
    '',
    Buffer.from(content).toString('base64'),
  ];
  return lines.join('\r\n');
}
