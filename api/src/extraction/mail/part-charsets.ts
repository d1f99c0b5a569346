import { encodingNamed } from '../kinds/encodings/declared-encoding.ts';
import type { EncodingHint } from '../kinds/encodings/guess-encoding.ts';
import { utf8Evidence } from '../kinds/encodings/utf8-evidence.ts';
import { decodeText } from '../kinds/text-encoding.ts';
import { decodeAlphabet, isDecoderName } from './alphabets.ts';
import { withDeclaredBoundary } from './declared-boundary.ts';

const BOUNDARY = /boundary\s*=\s*(?:"([^"\r\n]+)"|([^\s;"]+))/gi;
const LINE = /(?<=^|\n)--([^\r\n]{1,200}?)(?:--)?[ \t]*(?:\r?\n|$)/g;
const CHARSET = /;\s*charset\s*=\s*(?:"[^"\r\n]*"|'[^'\r\n]*'|[^\s;]+)/i;
const ENCODED_WORD = /=\?([\w.:-]+)\?([bq])\?([^?\s]*)\?=/gi;
/** Messages in messages whose parts are looked at. */
const DEPTH_MAX = 4;

/**
 * Declares for each text of a mail the encoding that it has: as its part says, where that is known and its bytes
 * allow it, else as they or the hint say. Attachments stay as they are.
 */
export function withCharsets(sent: Uint8Array, hint: EncodingHint): Uint8Array {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  const original = bytes.toString('latin1');
  const text = withDeclaredBoundary(original);
  const names = new Set([...text.matchAll(BOUNDARY)].map(([, quoted, bare]) => quoted ?? bare));
  const first = /charset\s*=\s*["']?([\w.:-]+)/i.exec(text)?.[1];
  const ofHeads = { encoding: first === undefined ? undefined : encodingNamed(first), hint };
  const pieces: string[] = [];
  let start = 0;
  const endPart = (end: number) =>
    pieces.push(withCharset(text.slice(start, end), start === 0 ? undefined : '', ofHeads, 0));
  for (const { 0: line, 1: name, index } of text.matchAll(LINE)) {
    if (!names.has(name) && !names.has(`${name}--`)) continue;
    endPart(index);
    pieces.push(line);
    start = index + line.length;
  }
  endPart(text.length);
  const declared = pieces.join('');
  return declared === original ? sent : Buffer.from(declared, 'latin1');
}

interface OfHeads {
  encoding: string | undefined;
  hint: EncodingHint;
}

/** The type of a part without a head is not known: it may be what follows the last one. */
function withCharset(
  part: string,
  type: string | undefined,
  heads: OfHeads,
  depth: number,
): string {
  const end = /\r?\n\r?\n/.exec(part);
  if (end === null || /^\r?\n/.test(part)) return part;
  const head = withReadableHead(part.slice(0, end.index), heads);
  const body = part.slice(end.index + end[0].length);
  const value = fieldOf(head, 'content-type') ?? (type === undefined ? 'text/plain' : '');
  const encoding = fieldOf(head, 'content-transfer-encoding')?.trim().toLowerCase();
  const isAttached = /^\s*attachment/i.test(fieldOf(head, 'content-disposition') ?? '');
  if (/^\s*message\/rfc822/i.test(value) && !/base64|quoted/.test(encoding ?? '')) {
    if (isAttached || depth >= DEPTH_MAX) return head + part.slice(end.index);
    return head + end[0] + withCharset(body, undefined, heads, depth + 1);
  }
  if (isAttached || !/^\s*text\//i.test(value)) return head + part.slice(end.index);
  const said = CHARSET.exec(value)?.[0]
    .replace(/^[^=]*=\s*["']?|["']$/g, '')
    .trim();
  const bytes = bytesOf(encoding, body);
  const text = textOf(bytes, said, heads.hint);
  if (text === undefined) return head + part.slice(end.index);
  const declared = `${withoutFields(head)}\r\nContent-Type: ${value.replace(CHARSET, '').replace(/;?\s*$/, '')}; charset=utf-8`;
  const encoded = Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n');
  return `${declared.trimStart()}\r\nContent-Transfer-Encoding: base64\r\n\r\n${encoded}\r\n`;
}

/** Returns the text of a part whose declaration does not tell how it is read; undefined where it does. */
function textOf(bytes: Buffer, said: string | undefined, hint: EncodingHint): string | undefined {
  const named = said === undefined ? undefined : encodingNamed(said);
  const alphabet = said === undefined ? undefined : decodeAlphabet(bytes, said);
  if (alphabet !== undefined) return alphabet;
  const isAscii = !bytes.some((byte) => byte >= 0x80);
  if (isAscii) return undefined;
  const { valid, invalid } = utf8Evidence(bytes);
  const isSingle = named === undefined || /^(?:windows|iso-8859|koi8|macintosh|cp|ibm)/.test(named);
  if (valid > 0 && invalid === 0 && isSingle) return bytes.toString();
  const isVague = named === undefined || /^(?:us-)?ascii$/i.test(said ?? '');
  if (isVague) return decodeText(bytes, { ...hint, isNamedText: true });
  return undefined;
}

/** Returns the head with its letters in UTF-8, and its words in encodings that parsers know. */
function withReadableHead(head: string, { encoding, hint }: OfHeads): string {
  const known = head.replace(ENCODED_WORD, (word, name: string, kind: string, encoded: string) => {
    if (isDecoderName(name)) return word;
    const isBase64 = kind.toLowerCase() === 'b';
    const bytes = bytesOf(isBase64 ? 'base64' : 'quoted-printable', encoded.replaceAll('_', ' '));
    const text = decodeAlphabet(bytes, name);
    return text === undefined ? word : `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
  });
  const bytes = Buffer.from(known, 'latin1');
  const { invalid } = utf8Evidence(bytes);
  if (invalid === 0) return known;
  const text = decodeText(bytes, { encoding, ...(encoding === undefined ? hint : {}) });
  return text === undefined ? known : Buffer.from(text).toString('latin1');
}

const fieldOf = (head: string, name: string): string | undefined =>
  new RegExp(String.raw`(?<=^|\n)${name}[ \t]*:((?:[^\n]|\n[ \t])*)`, 'i')
    .exec(head)?.[1]
    ?.replace(/\r?\n[ \t]+/g, ' ');

const withoutFields = (head: string) =>
  head
    .replace(/(?:^|\n)content-(?:type|transfer-encoding)[ \t]*:(?:[^\n]|\n[ \t])*/gi, '')
    .trimEnd();

function bytesOf(encoding: string | undefined, body: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const bytes = body
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}
