import { FINGERPRINT_MAX } from '@carrel/shared/contract';

import { malformed } from '../../../../platform/http/problems.ts';
import { archiveName } from '../archive-name.ts';

/** What a client says of the file that it uploads. */
export interface UploadMetadata {
  filename: string;
  fingerprint: string | null;
}

/** Returns what is stored of the decoded Upload-Metadata. @throws {Problem} 400 */
export function readMetadata(
  metadata: Readonly<Record<string, string | null>> = {},
): UploadMetadata {
  const fingerprint = metadata['fingerprint'] ?? null;
  if (fingerprint !== null) requireFingerprint(fingerprint);
  // A name that looks encoded is meant as it is.
  return { filename: archiveName(encodeURIComponent(metadata['filename'] ?? '')), fingerprint };
}

function requireFingerprint(text: string): void {
  if (text.length > FINGERPRINT_MAX) {
    throw malformed(`The fingerprint may have at most ${FINGERPRINT_MAX} characters.`);
  }
  if (/\p{Cc}/u.test(text)) throw malformed('The fingerprint may have no control characters.');
}
