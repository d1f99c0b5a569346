import type { FieldsData } from '@kenjiuno/msgreader';
import { encodingExists } from 'iconv-lite';

import { encodingNamed } from '../kinds/encodings/declared-encoding.ts';
import { guessEncoding, type EncodingHint } from '../kinds/encodings/guess-encoding.ts';
import { utf8Evidence } from '../kinds/encodings/utf8-evidence.ts';

/** Code pages whose number is no part of their name. */
const CODE_PAGES: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  20_866: 'koi8-r',
  21_866: 'koi8-u',
  50_220: 'iso-2022-jp',
  51_932: 'euc-jp',
  51_949: 'euc-kr',
  52_936: 'gb18030',
  54_936: 'gb18030',
  65_001: 'utf-8',
};

/** The type of texts that are not in UTF-16, as the names of their streams end. */
const STRING_TYPE = Buffer.from('001E', 'utf16le');

/** Whether a message has texts in a code page. */
export const hasCodePage = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(STRING_TYPE);

/** Returns the encoding of the texts of a message, which were read as Latin-1: as it says, else as the hint or its letters do. */
export function encodingOfMessage(message: FieldsData, hint: EncodingHint = {}): string {
  const declared =
    encodingOfCodePage(message.messageCodepage) ?? encodingOfCodePage(message.internetCodepage);
  if (declared !== undefined && declared !== 'utf-8' && encodingExists(declared)) return declared;
  const text = Buffer.from(`${message.subject ?? ''}\n${message.body ?? ''}`, 'latin1');
  const { valid, invalid } = utf8Evidence(text);
  if (invalid === 0 && valid > 0) return 'utf-8';
  const hinted = hint.encoding === undefined ? undefined : encodingNamed(hint.encoding);
  return hinted !== undefined && encodingExists(hinted) ? hinted : guessEncoding(text, hint);
}

/** Returns the encoding of a code page of Windows; undefined for one that is not known. */
export function encodingOfCodePage(number: number | undefined): string | undefined {
  if (number === undefined) return undefined;
  if (number > 28_590 && number < 28_606) return encodingNamed(`iso-8859-${number - 28_590}`);
  return CODE_PAGES[number] ?? encodingNamed(`windows-${number}`) ?? encodingNamed(`cp${number}`);
}
