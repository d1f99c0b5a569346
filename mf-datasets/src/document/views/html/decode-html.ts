/** Bytes in which an HTML document names its character set: HTML Standard, 13.2.3.2. */
const PRESCAN_BYTES = 1024;

const META_CHARSET = /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w.:-]+)/i;
const XML_ENCODING = /^<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/i;

const MARKS: readonly [encoding: string, bytes: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * Returns the text of an HTML document. A byte-order mark decides, then what the document says, then
 * whether it is UTF-8; everything else is read as windows-1252.
 */
export function decodeHtml(bytes: Uint8Array): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  const encoding = marked?.[0] ?? namedEncoding(bytes);
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function namedEncoding(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, PRESCAN_BYTES));
  const name = (META_CHARSET.exec(start) ?? XML_ENCODING.exec(start))?.[1];
  if (name === undefined) return undefined;
  try {
    const { encoding } = new TextDecoder(name);
    // What could be read as ASCII is not UTF-16, whatever it says.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    // No encoding has this name.
    return undefined;
  }
}
