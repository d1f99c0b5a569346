import { reasons } from '../blocks/unreadable-document.ts';
import { compoundFormatOf } from './compound-format.ts';
import type { ImageFormat, Signature } from './formats.ts';
import { zipFormatOf } from './zip-format.ts';

type Reason = () => string;

/** First bytes (latin1, at an offset) of images. */
const IMAGE_SIGNATURES: readonly [format: ImageFormat, offset: number, bytes: string][] = [
  ['png', 0, '\u0089PNG\r\n'],
  ['jpeg', 0, '\u00ff\u00d8\u00ff'],
  ['tiff', 0, 'II*\u0000'],
  ['tiff', 0, 'MM\u0000*'],
  ['webp', 8, 'WEBP'],
  ['other', 0, 'GIF8'],
  ['other', 0, '8BPS'],
  ['other', 0, '\u0000\u0000\u0001\u0000'],
  ['heic', 4, 'ftyphei'],
  ['heic', 4, 'ftyphev'],
  ['heic', 4, 'ftypmif1'],
  ['heic', 4, 'ftypmsf1'],
  ['avif', 4, 'ftypavif'],
];

/** First bytes of what holds no text. */
const BINARY_SIGNATURES: readonly [reason: Reason, offset: number, bytes: string][] = [
  [reasons.sound, 8, 'WAVE'],
  [reasons.sound, 8, 'AIFF'],
  [reasons.sound, 0, 'ID3'],
  [reasons.sound, 0, '\u00ff\u00fb'],
  [reasons.sound, 0, '\u00ff\u00f3'],
  [reasons.sound, 0, '\u00ff\u00f1'],
  [reasons.sound, 0, 'OggS'],
  [reasons.sound, 0, 'fLaC'],
  [reasons.sound, 0, 'MThd'],
  [reasons.sound, 0, '#!AMR'],
  [reasons.sound, 4, 'ftypM4A'],
  [reasons.video, 4, 'ftyp'],
  [reasons.video, 8, 'AVI '],
  [reasons.video, 0, '\u001aE\u00df\u00a3'],
  [reasons.video, 0, 'FLV\u0001'],
  [reasons.video, 0, '\u0000\u0000\u0001\u00ba'],
  [reasons.video, 0, '\u0000\u0000\u0001\u00b3'],
  [reasons.video, 0, '0&\u00b2u\u008ef\u00cf'],
  [reasons.archive, 0, '\u001f\u008b'],
  [reasons.archive, 0, '7z\u00bc\u00af'],
  [reasons.archive, 0, 'Rar!\u001a'],
  [reasons.archive, 0, 'BZh'],
  [reasons.archive, 0, '\u00fd7zXZ'],
  [reasons.archive, 0, '(\u00b5/\u00fd'],
  [reasons.archive, 257, 'ustar'],
  [reasons.program, 0, '\u007fELF'],
  [reasons.program, 0, '\u00ca\u00fe\u00ba\u00be'],
  [reasons.program, 0, '\u00cf\u00fa\u00ed\u00fe'],
  [reasons.program, 0, '\u0000asm'],
  [reasons.font, 0, 'wOF'],
  [reasons.font, 0, 'OTTO'],
  [reasons.font, 0, '\u0000\u0001\u0000\u0000\u0000'],
  [reasons.database, 0, 'SQLite format 3\u0000'],
  [reasons.database, 0, 'PAR1'],
  [() => reasons.legacyOffice('Word 2', '.doc', '.docx'), 0, '\u00db\u00a5-\u0000'],
  [() => reasons.legacyOffice('Excel 2', '.xls', '.xlsx'), 0, '\t\u0000\u0004\u0000'],
  [() => reasons.legacyOffice('Excel 3', '.xls', '.xlsx'), 0, '\t\u0002\u0006\u0000'],
  [() => reasons.legacyOffice('Excel 4', '.xls', '.xlsx'), 0, '\t\u0004\u0006\u0000'],
];

/** Returns what the first bytes of a file identify, undefined where they identify nothing. */
export function signatureOf(bytes: Uint8Array, extension: string): Signature | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.subarray(0, 1024).includes('%PDF-')) return { format: 'pdf' };
  if (startsWith(buffer, 0, '{\\rtf')) return { format: 'rtf' };
  if (startsWith(buffer, 0, 'PK\u0003\u0004') || startsWith(buffer, 0, 'PK\u0005\u0006')) {
    return zipFormatOf(buffer, extension);
  }
  if (startsWith(buffer, 0, '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1')) {
    return compoundFormatOf(buffer);
  }
  const image = IMAGE_SIGNATURES.find(([, offset, text]) => startsWith(buffer, offset, text))?.[0];
  // Its other brands say what is in an image of the general kind.
  const isAvif = image === 'heic' && buffer.subarray(8, 40).includes('avif');
  if (image !== undefined) return { image: isAvif ? 'avif' : image };
  const binary = BINARY_SIGNATURES.find(([, offset, text]) => startsWith(buffer, offset, text));
  if (binary !== undefined) return { refusal: binary[0]() };
  if (startsWith(buffer, 0, 'MZ') && buffer.includes(0)) return { refusal: reasons.program() };
  if (isBitmap(buffer)) return { image: 'bmp' };
  return undefined;
}

function startsWith(buffer: Buffer, offset: number, text: string): boolean {
  return buffer.subarray(offset, offset + text.length).equals(Buffer.from(text, 'latin1'));
}

/** Sizes of the headers of bitmaps, which follow the size and the place of their pixels. */
const BITMAP_HEADERS = new Set([12, 40, 52, 56, 64, 108, 124]);

function isBitmap(buffer: Buffer): boolean {
  return (
    startsWith(buffer, 0, 'BM') &&
    buffer.length >= 26 &&
    BITMAP_HEADERS.has(buffer.readUInt32LE(14))
  );
}
