import { sizeText } from '@carrel/shared/contract/archive-rules';

import { Problem } from '../../../../platform/http/problem.ts';
import { conflict, malformed, wrongType } from '../../../../platform/http/problems.ts';

/** The version of the protocol. */
export const TUS_VERSION = '1.0.0';

export const otherVersion = () =>
  new Problem(412, `Send the header Tus-Resumable: ${TUS_VERSION}.`, {
    headers: { 'Tus-Version': TUS_VERSION },
  });

export const wrongOffset = () =>
  conflict('The upload goes on at another offset. Ask for it with HEAD, and send from there.');

/** Two requests add to one upload: the later one may. */
export const takenOver = () =>
  conflict('Another request continues this upload. Ask for its offset with HEAD.');

export const interruptedTooOften = () =>
  conflict('This upload was interrupted too often. Delete it, and upload the file again.');

export const tooManyUploads = (whose: 'You have' | 'This organization has', limit: number) =>
  conflict(
    `${whose} ${limit} unfinished uploads, which is the limit. Finish or delete one of them first.`,
  );

export const expired = () =>
  new Problem(410, 'This upload has expired. Please upload the file again.');

export const isArchive = () =>
  conflict('This upload has become an archive. Delete the archive instead.');

export const incomplete = (received: number, size: number) =>
  conflict(
    `Only ${sizeText(received)} of ${sizeText(size)} have arrived. Send the rest, then finish the upload.`,
  );

export const notBytes = () =>
  wrongType('Send the bytes with Content-Type application/offset+octet-stream.');

export const overLength = () =>
  new Problem(413, 'The request has more bytes than the upload has left.');

export const badMetadata = () =>
  malformed(
    'The header Upload-Metadata must have pairs of a name and a value in Base64, with commas in between.',
  );

/** Clients of tus repeat a request after this status, and begin a new upload after others. */
export const stillBusy = () =>
  new Problem(423, 'Another request for this upload is ending. Please try again in a moment.', {
    retryAfterSeconds: 1,
  });
