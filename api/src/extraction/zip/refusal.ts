import { refusalSentence } from '@carrel/shared/contract/archive-rules';
import {
  ERR_AMBIGUOUS_ARCHIVE,
  ERR_BAD_FORMAT,
  ERR_ENCRYPTED_CENTRAL_DIRECTORY,
  ERR_EOCDR_NOT_FOUND,
  ERR_SPLIT_ZIP_FILE,
} from '@zip.js/zip.js';

import { StorageUnavailable, type ArchiveSource } from '../../platform/storage/archive-storage.ts';

/** A zip that is refused. The message is for the user who uploaded it. */
export class RefusedArchive extends Error {
  override readonly name = 'RefusedArchive';
  /** `not_zip` where the bytes are not a zip. */
  readonly kind: 'not_zip' | 'refused';

  constructor(message: string, kind: 'not_zip' | 'refused' = 'refused') {
    super(message);
    this.kind = kind;
  }
}

/** The reasons for which zip.js calls a zip ambiguous, as users read them. */
const AMBIGUITIES: Readonly<Record<string, string>> = {
  'appended data': 'there is other data after its end',
  'prepended central directory': 'it holds two archives in one',
  'multiple end of central directory records': 'it has two ends',
  'trailing central directory data': 'its count of entries is wrong',
  'wrapped entries count': 'its count of entries is wrong',
  'mismatched central directory offset': 'its table of contents is not where it should be',
  'mismatched zip64 end of central directory record': 'its parts contradict each other',
  'missing zip64 extra field': 'its parts contradict each other',
};

/** @throws {RefusedArchive} for a zip that other programs may read in another way. */
export function refuseAmbiguities(warnings: readonly { reason: string }[]): void {
  for (const { reason } of warnings) {
    if (reason !== 'appended data' && AMBIGUITIES[reason] !== undefined) throw ambiguous(reason);
  }
}

const ambiguous = (reason: string) =>
  new RefusedArchive(
    refusalSentence(`${AMBIGUITIES[reason] ?? 'its parts contradict each other'}. Pack it again`),
  );

/** Returns an error of zip.js as a refusal with a sentence. Errors of other kinds are returned as they are. */
export async function refusalOf(error: unknown, source: ArchiveSource): Promise<unknown> {
  if (!(error instanceof Error)) return error;
  if ('code' in error || error instanceof StorageUnavailable) return error;
  switch (error.message) {
    case ERR_AMBIGUOUS_ARCHIVE:
      return ambiguous('reason' in error ? String(error.reason) : '');
    case ERR_ENCRYPTED_CENTRAL_DIRECTORY:
      return new RefusedArchive(
        refusalSentence('its table of contents is encrypted. Pack it again without a password'),
      );
    case ERR_SPLIT_ZIP_FILE:
      return new RefusedArchive(
        'The archive is one part of a split zip. Pack it as a single file and upload that.',
      );
    case ERR_BAD_FORMAT:
    case ERR_EOCDR_NOT_FOUND:
      return (await startsLikeZip(source)) ? incomplete() : notZip();
    default:
      return incomplete();
  }
}

function incomplete(): RefusedArchive {
  return new RefusedArchive(
    'The archive is incomplete or damaged. Check that it opens on your computer and upload it again.',
  );
}

function notZip(): RefusedArchive {
  return new RefusedArchive('This file is not a zip archive.', 'not_zip');
}

async function startsLikeZip(source: ArchiveSource): Promise<boolean> {
  const head = await source.read(0, 4);
  return head.equals(Buffer.from('PK\u0003\u0004')) || head.equals(Buffer.from('PK\u0005\u0006'));
}
