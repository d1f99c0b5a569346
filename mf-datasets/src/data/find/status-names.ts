import { DOCUMENT_STATUSES, STATUS_GROUPS } from '@carrel/shared/contract';
import type { FindStatus } from '@carrel/shared/contract';

import { lookOfStatus } from '../document-status.ts';

/** Every status that can be asked for: groups first, as they are asked for most. */
export const STATUS_NAMES: readonly FindStatus[] = [...STATUS_GROUPS, ...DOCUMENT_STATUSES];

/** Returns what a status, or a group of them, is called. */
export function statusLabel(status: FindStatus): string {
  if (status === 'failed') return 'Failed';
  return status === 'in_work' ? 'In progress' : lookOfStatus(status).label;
}
