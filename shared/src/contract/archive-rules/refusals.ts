import { roundSizeText, sizeText } from './size-text.ts';

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
