import { isUtf8 } from 'node:buffer';

/** What ends a part and begins the next. */
const BOUNDARY = /\r?\n--[^\r\n]{1,200}\r?\n/g;

/**
 * Declares an encoding for the parts of a mail that are text, declare none and are not in UTF-8. Returns the bytes as
 * they are where mails cannot declare it.
 */
export function withCharsets(bytes: Uint8Array, encoding: string): Uint8Array {
  const label = labelOf(encoding);
  if (label === undefined) return bytes;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const starts = [
    0,
    ...[...text.matchAll(BOUNDARY)].map(({ 0: line, index }) => index + line.length),
  ];
  const parts = starts.map((start, at) => text.slice(start, starts[at + 1]));
  return Buffer.from(parts.map((part) => withCharset(part, label)).join(''), 'latin1');
}

function withCharset(part: string, label: string): string {
  const end = /\r?\n\r?\n/.exec(part);
  const head = part.slice(0, end?.index ?? 0);
  const type = /^content-type:[ \t]*text\/[\w.+-]+/im.exec(head);
  if (end === null || type === null || /charset/i.test(head)) return part;
  if (isUtf8(bodyOf(head, part.slice(end.index + end[0].length)))) return part;
  const at = type.index + type[0].length;
  return `${part.slice(0, at)}; charset="${label}"${part.slice(at)}`;
}

function bodyOf(head: string, body: string): Buffer {
  const encoding = /^content-transfer-encoding:[ \t]*([\w-]+)/im.exec(head)?.[1]?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}

function labelOf(encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding).encoding;
  } catch {
    return undefined;
  }
}
