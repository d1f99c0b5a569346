/** Returns the text parts of a mail, the HTML ones through `strip`, and its subject. */
export function plainMail(bytes: Buffer, strip: (html: string) => string): string {
  const source = bytes.toString('latin1').replaceAll('\r\n', '\n');
  return partText(source, strip, 0);
}

function partText(part: string, strip: (html: string) => string, depth: number): string {
  const end = part.indexOf('\n\n');
  const head = part.slice(0, end < 0 ? part.length : end).replace(/\n[ \t]+/g, ' ');
  const body = end < 0 ? '' : part.slice(end + 2);
  const type = headerOf(head, 'content-type') ?? 'text/plain';
  const boundary = /boundary="?([^";\n]+)"?/i.exec(type)?.[1];
  if (/^multipart\//i.test(type) && boundary !== undefined && depth < 10) {
    const parts = body
      .split(`--${boundary}`)
      .slice(1)
      .map((each) => each.replace(/^\s*\n/, ''));
    const texts = parts
      .filter((each) => !each.startsWith('--'))
      .map((each) => ({ isHtml: /^content-type:\s*text\/html/im.test(each.slice(0, 2000)), each }));
    const isAlternative =
      /^multipart\/alternative/i.test(type) && texts.some((each) => !each.isHtml);
    return texts
      .filter(({ isHtml }) => !(isAlternative && isHtml))
      .map(({ each }) => partText(each, strip, depth + 1))
      .join('\n');
  }
  if (!/^text\/(?:plain|html)/i.test(type)) return '';
  if (/^attachment/i.test(headerOf(head, 'content-disposition') ?? '')) return '';
  const charset = /charset="?([\w.:-]+)"?/i.exec(type)?.[1] ?? 'utf-8';
  const text = decode(body, headerOf(head, 'content-transfer-encoding') ?? '', charset);
  return /^text\/html/i.test(type) ? strip(text) : text;
}

const headerOf = (head: string, name: string) =>
  new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(head)?.[1]?.trim();

function decode(body: string, transfer: string, charset: string): string {
  const bytes = /base64/i.test(transfer)
    ? Buffer.from(body, 'base64')
    : Buffer.from(/quoted/i.test(transfer) ? unquoted(body) : body, 'latin1');
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}

const unquoted = (body: string) =>
  body
    .replace(/=[ \t]*\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
