import type { AuditRecord } from '@carrel/shared/contract';

import { on, record } from './activity-record.ts';

const sentence = (action: string, words: string): [AuditRecord, string] => [
  record(action, { ...on('source', 'Bucket'), details: { dataset: 'Handbook' } }),
  `${words} the source Bucket of the dataset Handbook`,
];

/** A record of each action on sources, and what the activity says of it. */
export const SOURCE_SENTENCES: Record<string, [AuditRecord, string]> = {
  'source.created': sentence('source.created', 'added'),
  'source.updated': sentence('source.updated', 'changed'),
  'source.deleted': sentence('source.deleted', 'deleted'),
  'source.connected': sentence('source.connected', 'connected'),
  'source.run': sentence('source.run', 'ran'),
  'source.approved': sentence('source.approved', 'approved the plan of'),
  'source.cancelled': sentence('source.cancelled', 'stopped the run of'),
};
