import { DOCUMENT_STATUSES, type FindSort } from '@carrel/shared/contract';

interface DocumentOrder {
  /** What a document `d` is ordered by. Times are exact, unlike those of a response. */
  sql: string;
  type: string;
  /** What its text in a cursor looks like, so that the database can read it. */
  text: RegExp;
}

/** What documents are ordered by, before what tells those apart that are alike. */
export const DOCUMENT_ORDERS: Record<FindSort, DocumentOrder> = {
  path: { sql: "''", type: 'text', text: /^$/ },
  name: { sql: 'd.sort_name', type: 'text', text: /^/ },
  size: { sql: 'd.size', type: 'bigint', text: /^\d{1,18}$/ },
  created: {
    sql: '(extract(epoch FROM d.created_at) * 1000000)::bigint',
    type: 'bigint',
    text: /^\d{1,17}$/,
  },
  changed: {
    sql: '(extract(epoch FROM d.updated_at) * 1000000)::bigint',
    type: 'bigint',
    text: /^\d{1,17}$/,
  },
  status: {
    sql: `array_position('{${DOCUMENT_STATUSES.join(',')}}'::text[], d.status)`,
    type: 'integer',
    text: /^\d$/,
  },
};
