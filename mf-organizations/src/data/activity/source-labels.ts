import type { AuditRecord } from '@carrel/shared/contract';

import { the } from './action-words.ts';

/** "ran the source Bucket of the dataset Handbook". */
const ofDataset =
  (verb: string) =>
  ({ object, details }: AuditRecord): string => {
    const { dataset } = details;
    const where = typeof dataset === 'string' ? ` of ${the('dataset', dataset)}` : '';
    return `${verb} ${the('source', object.name)}${where}`;
  };

/** What is done to sources, in words. */
export const SOURCE_WORDS = {
  'source.created': { label: 'Source added', text: ofDataset('added') },
  'source.updated': { label: 'Source changed', text: ofDataset('changed') },
  'source.deleted': { label: 'Source deleted', text: ofDataset('deleted') },
  'source.connected': { label: 'Source connected', text: ofDataset('connected') },
  'source.run': { label: 'Source run by hand', text: ofDataset('ran') },
  'source.approved': {
    label: 'Plan of a source approved',
    text: ofDataset('approved the plan of'),
  },
  'source.cancelled': { label: 'Run of a source stopped', text: ofDataset('stopped the run of') },
};
