import type { UploadInPartsOptions } from '@carrel/shared/api';
import type { UploadOptions } from '@carrel/shared/contract';

import type { UploadKind } from './upload-kind.ts';

/** How an archive is sent. */
export type ArchiveTransfer = Omit<UploadInPartsOptions, 'fingerprint' | 'finishPath'> & {
  kind: UploadKind;
  options: UploadOptions;
};
