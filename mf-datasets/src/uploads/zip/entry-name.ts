const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** Bytes of the longest path that the server takes. */
const PATH_BYTES_MAX = 1024;

/** Files that operating systems leave in folders. */
const JUNK = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const replacing = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** The name of an entry: UTF-8 where it says so or is so, else the code page of the first PCs. */
export function decodeName(bytes: Uint8Array, saysUtf8: boolean): string {
  if (saysUtf8) return replacing.decode(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    return Array.from(bytes, (byte) =>
      byte < 0x80 ? String.fromCodePoint(byte) : (CP437[byte - 0x80] ?? ''),
    ).join('');
  }
}

/** A path as the server makes it of a name, or what is wrong with the name. */
export type EntryPath = { path: string } | { fault: string };

/** The path of a document for the name of an entry; empty for the root of the archive. */
export function entryPath(name: string): EntryPath {
  if (name.includes('\u0000')) return { fault: 'has a name with a NUL character in it' };
  if (name.includes('\\')) return { fault: 'has a name with a backslash in it' };
  if (name.startsWith('/')) return { fault: 'has an absolute path' };
  if (/^[a-z]:/i.test(name)) return { fault: 'has a path with a drive letter' };
  const parts = name.normalize('NFC').toWellFormed().split('/');
  if (parts.includes('..')) return { fault: 'points outside the archive' };
  const path = parts.filter((part) => part !== '' && part !== '.').join('/');
  // A character has at most three bytes for each unit of a JavaScript text.
  const long = path.length * 3 > PATH_BYTES_MAX && encoder.encode(path).length > PATH_BYTES_MAX;
  return long ? { fault: `has a path longer than ${PATH_BYTES_MAX} bytes` } : { path };
}

/** Whether a path is what an operating system left behind: the server passes it over. */
export function isJunk(path: string): boolean {
  return JUNK.test(path);
}
