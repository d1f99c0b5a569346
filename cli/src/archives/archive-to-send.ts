import type { UploadOptions } from '@carrel/shared/contract';

import type { SlicedBody } from '../api/send.ts';

export interface ArchiveToSend {
  /** Its name in the history. */
  name: string;
  body: SlicedBody;
  options: UploadOptions;
}
