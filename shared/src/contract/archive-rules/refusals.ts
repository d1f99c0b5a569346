import { roundSizeText, sizeText } from './size-text.ts';

/** Compression methods of a zip; files packed with any other are refused. */
export const ZIP_STORED = 0;
export const ZIP_DEFLATED = 8;

/** Bytes of the largest directory of a zip that is read, which happens in one piece. */
export const ZIP_DIRECTORY_BYTES_MAX = 128 * 1024 * 1024;

/** Why a whole archive is refused: the reasons that both the server and the upload's plan find. */
export const REFUSAL_REASONS = {
  duplicatePath: 'two of its files have the same path',
  overlap: 'its entries overlap each other',
  withoutName: 'one of its files has no name',
} as const;

/** Returns the sentence of a refusal; `reason` has no full stop. */
export const refusalSentence = (reason: string): string => `The archive was refused: ${reason}.`;

/** Returns the sentence for an archive above the limit of an upload, in bytes. */
export const tooLargeSentence = (maxBytes: number): string =>
  `The archive is larger than ${sizeText(maxBytes)}, the most that is taken.`;

/** Returns the sentence for an archive of more entries than the limit. */
export const tooManyEntriesSentence = (maxEntries: number): string =>
  `The archive holds more than ${maxEntries.toLocaleString('en-US')} entries. Split it and upload the parts.`;

/** Returns the sentence for an archive whose files together exceed the limit, in bytes. */
export const unpacksTooLargeSentence = (maxBytes: number): string =>
  `The archive would unpack to more than ${roundSizeText(maxBytes)}. Split it and upload the parts.`;

/** Returns why a file of an archive cannot be read, as a sentence; undefined for one that can. */
export function unreadableReason(isEncrypted: boolean, method: number): string | undefined {
  if (isEncrypted) {
    return 'This file is protected with a password inside the archive. Pack it without a password and upload it again.';
  }
  if (method === ZIP_STORED || method === ZIP_DEFLATED) return undefined;
  return `This file is packed with a method that is not read (number ${method}). Pack the archive with ordinary zip compression and upload it again.`;
}
