import { reasons } from '../blocks/unreadable-document.ts';
import { OoxmlPackage } from '../ooxml/ooxml-package.ts';
import { PackageParts } from '../zip/package-parts.ts';
import type { OfficeFormat, Signature } from './formats.ts';

/** Entry names that only a package of this kind has; names are never compressed in a zip. */
const PACKAGE_PARTS: readonly [format: OfficeFormat, part: string][] = [
  ['docx', 'word/document'],
  ['pptx', 'ppt/presentation'],
  ['xlsx', 'xl/workbook'],
];

/** What the `mimetype` entry says, which begins with one of these. */
const PACKAGE_TYPES: readonly [format: OfficeFormat, type: string][] = [
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['odp', 'application/vnd.oasis.opendocument.presentation'],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['odp', 'application/vnd.oasis.opendocument.graphics'],
  ['epub', 'application/epub+zip'],
];

/** Content types of main parts, and the element that each begins with. */
const PACKAGE_MAIN: readonly [format: OfficeFormat, type: RegExp, root: string][] = [
  ['docx', /wordprocessingml|ms-word\./, 'w:document'],
  ['pptx', /presentationml|ms-powerpoint\./, 'p:presentation'],
  ['xlsx', /spreadsheetml|ms-excel\./, 'x:workbook'],
];

const FORMATS_BY_EXTENSION: Readonly<Record<string, OfficeFormat>> = {
  docx: 'docx',
  docm: 'docx',
  dotx: 'docx',
  pptx: 'pptx',
  pptm: 'pptx',
  ppsx: 'pptx',
  potx: 'pptx',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  xltx: 'xlsx',
  odt: 'odt',
  ott: 'odt',
  odp: 'odp',
  odg: 'odp',
  otg: 'odp',
  otp: 'odp',
  ods: 'ods',
  ots: 'ods',
  epub: 'epub',
};

/** Distinguishes office documents from other zips. */
export function zipFormatOf(buffer: Buffer, extension: string): Signature {
  const head = buffer.subarray(0, 200).toString('latin1');
  const typed = PACKAGE_TYPES.find(([, type]) => head.includes(type));
  if (typed !== undefined) {
    // Without a password nothing in an encrypted OpenDocument file can be read.
    return { format: typed[0] };
  }
  const found = packageFormat(buffer);
  if (found !== undefined) return found;
  const parts = PACKAGE_PARTS.filter(([, part]) => buffer.includes(part)).map(([format]) => format);
  const named = FORMATS_BY_EXTENSION[extension];
  if (named !== undefined && parts.includes(named)) return { format: named };
  if (parts[0] !== undefined && buffer.includes('[Content_Types].xml')) return { format: parts[0] };
  if (buffer.includes('Index/Document.iwa'))
    return { refusal: reasons.otherProgram('Apple iWork') };
  const repacked = repackedFormat(buffer, named);
  if (repacked !== undefined) return { format: repacked };
  if (named !== undefined) return { refusal: reasons.damaged(`.${extension} file`) };
  return { format: 'zip' };
}

/** Returns what the main part of a package is: by its content type, else by its first element. */
function packageFormat(buffer: Buffer): Signature | undefined {
  if (!buffer.includes('.rels')) return undefined;
  try {
    const pkg = new OoxmlPackage(buffer);
    const path = pkg.mainPath();
    if (path === undefined) return undefined;
    const type = pkg.typeOf(path);
    if (/ms-excel\.sheet\.binary/i.test(type)) {
      return { refusal: reasons.legacyOffice('Excel', '.xlsb', '.xlsx') };
    }
    const typed = PACKAGE_MAIN.find(([, pattern]) => pattern.test(type));
    const root = typed === undefined ? pkg.rootOf(path) : undefined;
    const main = typed ?? PACKAGE_MAIN.find(([, , element]) => element === root);
    return main === undefined ? undefined : { format: main[0] };
  } catch {
    // Its reader says what is wrong with it.
    return undefined;
  }
}

const TYPE_BYTES_MAX = 1024;

/** Other programs pack documents anew, with `mimetype` anywhere, compressed, or not at all. */
function repackedFormat(buffer: Buffer, named: OfficeFormat | undefined): OfficeFormat | undefined {
  try {
    const parts = new PackageParts(buffer);
    const type = parts.read('mimetype', TYPE_BYTES_MAX)?.toString('latin1').trim() ?? '';
    const typed = PACKAGE_TYPES.find(([, start]) => type.startsWith(start));
    if (typed !== undefined) return typed[0];
    if (named === 'epub')
      return parts.names.some((name) => /\.(?:opf|x?html?)$/i.test(name)) ? named : undefined;
    const isOpen = named === 'odt' || named === 'ods' || named === 'odp';
    return isOpen && new Set(parts.names).has('content.xml') ? named : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the format of an OpenDocument file that is one XML file; undefined for other text. */
export function flatFormatOf(text: string): OfficeFormat | undefined {
  const head = text.slice(0, 20_000);
  if (!head.includes('<office:document ')) return undefined;
  const own = /office:mimetype="([^"]*)/.exec(head)?.[1] ?? '';
  return PACKAGE_TYPES.find(([, type]) => own.startsWith(type))?.[0];
}
