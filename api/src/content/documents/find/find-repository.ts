import {
  FAILED_STATUSES,
  FOUND_TOTAL_MAX,
  IN_PROGRESS_STATUSES,
  type DocumentKind,
  type DocumentOcr,
  type DocumentStatus,
  type FindSort,
  type FindStatus,
  type MetadataCondition,
} from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';
import { kindCondition } from '../../datasets/document-kind-condition.ts';
import { isInFolder } from '../../../processing/rows/is-in-folder.ts';
import { IS_OF_OLDER_READER, IS_OUTDATED } from '../selected-documents.ts';
import { DOCUMENT_ORDERS } from '../document-order.ts';
import type { DocumentRow } from '../document-repository.ts';
import type { FindPlace } from './find-cursor.ts';
import { hasInAnyCase } from '../in-any-case.ts';

export interface FindFilter {
  /** Part of the path, in any case. */
  q?: string | undefined;
  status?: FindStatus | undefined;
  kind?: readonly DocumentKind[] | undefined;
  /** At any depth. */
  folder?: string | undefined;
  changed_from?: string | undefined;
  changed_to?: string | undefined;
  size_min?: number | undefined;
  size_max?: number | undefined;
  metadata?: readonly MetadataCondition[] | undefined;
  ocr?: boolean | undefined;
  older_reader?: boolean | undefined;
}

export interface FindPage {
  sort: FindSort;
  order: 'asc' | 'desc';
  limit: number;
  after: FindPlace | undefined;
}

interface FoundRow extends DocumentRow {
  updated_at: Date;
  outdated: boolean;
  reprocessing: boolean;
  ocr: DocumentOcr | null;
}

const statusesOf = (status: FindStatus): readonly DocumentStatus[] => {
  if (status === 'failed') return FAILED_STATUSES;
  return status === 'in_work' ? IN_PROGRESS_STATUSES : [status];
};

const METADATA = 'document_metadata(d.read_metadata, d.edited_metadata)';

type Parameter = (value: unknown, type: string) => string;

function conditionsOf(filter: FindFilter, parameter: Parameter): string {
  const { q, status, kind, folder, changed_from, changed_to, size_min, size_max } = filter;
  const conditions: string[] = [];
  if (q !== undefined) {
    const { operator, pattern } = hasInAnyCase(q);
    conditions.push(`d.path ${operator} ${parameter(pattern, 'text')}`);
  }
  if (status !== undefined) {
    conditions.push(`d.status = ANY (${parameter(statusesOf(status), 'text[]')})`);
  }
  if (kind !== undefined && kind.length > 0) conditions.push(kindCondition(kind, parameter));
  if (folder !== undefined) {
    conditions.push(isInFolder(parameter(folder, 'text')));
  }
  if (filter.ocr === true) conditions.push(`(d.ocr ->> 'pages')::integer > 0`);
  if (filter.older_reader === true) conditions.push(IS_OF_OLDER_READER);
  const bounds = [
    ['d.updated_at >=', changed_from, 'timestamptz'],
    ['d.updated_at <', changed_to, 'timestamptz'],
    ['d.size >=', size_min, 'bigint'],
    ['d.size <=', size_max, 'bigint'],
  ] as const;
  for (const [compared, value, type] of bounds) {
    if (value !== undefined) conditions.push(`${compared} ${parameter(value, type)}`);
  }
  for (const { key, value } of filter.metadata ?? []) {
    const place = parameter(key, 'text');
    const text = parameter(value, 'text');
    conditions.push(
      `(${METADATA} ->> ${place} = ${text} OR jsonb_exists(${METADATA} -> ${place}, ${text}))`,
    );
  }
  return conditions.map((condition) => ` AND ${condition}`).join('');
}

/** A statement's parameters, the first two of which are the organization and the dataset. */
function parametersFor(organizationId: string, datasetId: string) {
  const values: unknown[] = [organizationId, datasetId];
  const parameter: Parameter = (value, type) => `$${values.push(value)}::${type}`;
  return { values, parameter };
}

const OF_DATASET = 'd.organization_id = $1 AND d.dataset_id = $2';

/** Finds documents of one dataset. `tx` is a tenant's transaction. */
export function foundDocumentsOf(tx: Queryable, organizationId: string, datasetId: string) {
  return {
    /** One more than the limit, where more follow. `key` is what a row is ordered by, as text. */
    page: (filter: FindFilter, { sort, order, limit, after }: FindPage) => {
      const { values, parameter } = parametersFor(organizationId, datasetId);
      const { sql: key, type } = DOCUMENT_ORDERS[sort];
      const direction = order === 'asc' ? 'ASC' : 'DESC';
      const follows = order === 'asc' ? '>' : '<';
      let where = `${OF_DATASET}${conditionsOf(filter, parameter)}`;
      if (after !== undefined) {
        const path = parameter(after.path, 'text');
        where +=
          sort === 'path'
            ? ` AND d.path ${follows} ${path}`
            : ` AND (${key}, d.path) ${follows} (${parameter(after.key, type)}, ${path})`;
      }
      const by = sort === 'path' ? '' : `${key} ${direction}, `;
      return tx.query<FoundRow & { key: string }>(
        `SELECT d.id, d.name, d.path, d.size, d.status, d.error, d.attempts, d.created_at, d.updated_at,
           coalesce(${IS_OUTDATED}, false) AS outdated, d.reprocessing, d.ocr, (${key})::text AS key
         FROM documents d JOIN datasets s ON s.organization_id = d.organization_id AND s.id = d.dataset_id
         WHERE ${where} ORDER BY ${by}d.path ${direction} LIMIT ${parameter(limit + 1, 'integer')}`,
        values,
      );
    },

    /** How many there are, up to one more than are counted. */
    count: async (filter: FindFilter) => {
      const { values, parameter } = parametersFor(organizationId, datasetId);
      const where = `${OF_DATASET}${conditionsOf(filter, parameter)}`;
      const [row] = await tx.query<{ count: number }>(
        `SELECT count(*) FROM (SELECT FROM documents d WHERE ${where} LIMIT ${FOUND_TOTAL_MAX + 1}) found`,
        values,
      );
      return row?.count ?? 0;
    },
  };
}
