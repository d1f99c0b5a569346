import { encodingExists } from 'iconv-lite';

const HEAD_BYTES = 4096;

/** What files of different kinds say of their encoding. */
const DECLARATIONS: readonly RegExp[] = [
  /^\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([\w.:-]+)["']/,
  /<meta\s[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:-]+)/i,
  /^@charset "([\w.:-]+)";/,
  /^(?:[^\n]*\n)?[^\n]{0,200}?-\*-.{0,200}?\bcoding:\s*([\w.-]+)/i,
  /^(?:[^\n]*\n)?[ \t\f]*#.{0,200}?\bcoding[:=][ \t]*([\w.-]+)/,
  /\bvim?:[^\n]{0,200}?\b(?:fileencoding|fenc)=([\w-]+)/,
  /\\usepackage\[([\w-]+)\]\{inputenc\}/,
  /^"?Content-Type: text\/[\w-]+; ?charset=["']?([\w.:-]+)/im,
  /^(?:FN|N|SUMMARY|DESCRIPTION)[^:\n]{0,100};CHARSET=["']?([\w.:-]+)/im,
];

/** Names that are used beside those that every decoder knows. */
const NAMES: Readonly<Record<string, string>> = {
  ansinew: 'windows-1252',
  applemac: 'macintosh',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'latin-1': 'windows-1252',
  'us-ascii': 'windows-1252',
  ascii: 'windows-1252',
  'iso-8859-9': 'windows-1254',
  latin9: 'iso-8859-15',
  'x-sjis': 'shift_jis',
  sjis: 'shift_jis',
  'windows-31j': 'shift_jis',
  cp932: 'shift_jis',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  cp936: 'gb18030',
  cp949: 'euc-kr',
  'ks_c_5601-1987': 'euc-kr',
  cp950: 'big5',
  utf8x: 'utf-8',
  utf8: 'utf-8',
};

/** Returns the encoding that a file says it has, by the name of a decoder. */
export function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES));
  const text = head.toString('latin1');
  for (const declaration of DECLARATIONS) {
    const found = declaration.exec(text)?.[1];
    const name = found === undefined ? undefined : encodingNamed(found);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Returns the decoder's name of an encoding; undefined for one that is not known. */
export function encodingNamed(label: string): string | undefined {
  const name = label.toLowerCase().replace(/^(?:cp|windows-?)(125\d)$/, 'windows-$1');
  const known = NAMES[name] ?? name;
  if (encodingExists(known)) return known;
  try {
    return new TextDecoder(known).encoding;
  } catch {
    return undefined;
  }
}
