import {
  DOCUMENT_KIND_NAMES,
  DOCUMENT_PAGE_LIMIT_DEFAULT,
  DOCUMENT_PAGE_LIMIT_MAX,
  DOCUMENT_STATUSES,
  FIND_SORTS,
  FOUND_TOTAL_MAX,
  foundDocumentsSchema,
  METADATA_CONDITIONS_MAX,
  METADATA_MAX,
  METADATA_PARAMETER,
  type MetadataCondition,
  metadataKeyFault,
  STATUS_GROUPS,
} from '@carrel/shared/contract';
import { Hono } from 'hono';
import * as v from 'valibot';

import { describeRoute } from '../../../platform/http/describe-route.ts';
import { inOrganization } from '../../../platform/access/authenticate.ts';
import { datasetsOf } from '../../datasets/dataset-repository.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { readId, readQuery } from '../../../platform/http/bodies/validate.ts';
import { wholeNumber } from '../../../platform/http/bodies/whole-number.ts';
import { notFound } from '../../../platform/http/problems.ts';
import { lateReads } from '../../../platform/http/late-reads.ts';
import { CURSOR_PATTERN } from '../path-cursor.ts';
import { readFindCursor, writeFindCursor } from './find-cursor.ts';
import { foundDocumentsOf } from './find-repository.ts';

const STATUSES = [...DOCUMENT_STATUSES, ...STATUS_GROUPS] as const;

const oneOf = <const Options extends readonly string[]>(name: string, options: Options) =>
  v.picklist(options, `${name} must be one of ${options.join(', ')}`);

/** An empty text asks for nothing. */
const text = (name: string, most: number) =>
  v.pipe(
    v.string(),
    v.maxLength(most, `${name} is too long`),
    v.transform((value) => (value === '' ? undefined : value.normalize('NFC'))),
  );

/** The database knows no year 0, and no days such as February 30. */
const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

const instant = (name: string) =>
  v.pipe(
    v.string(),
    v.isoTimestamp(`${name} must be a time in ISO 8601`),
    v.transform((value) => Date.parse(value)),
    v.check((time) => time >= FIRST && time <= LAST, `${name} must be a time in ISO 8601`),
    v.transform((time) => new Date(time).toISOString()),
  );

const bytes = (name: string) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,15}$/, `${name} must be a whole number of bytes`),
    v.transform(Number),
  );

const flag = (name: string) =>
  v.pipe(
    oneOf(name, ['true', 'false']),
    v.transform((text) => text === 'true'),
  );

const findQuerySchema = v.object({
  q: v.optional(v.pipe(v.string(), v.trim(), text('q', 1000))),
  status: v.optional(oneOf('status', STATUSES)),
  kind: v.optional(
    v.pipe(
      v.array(oneOf('kind', DOCUMENT_KIND_NAMES)),
      v.maxLength(DOCUMENT_KIND_NAMES.length, 'There are not so many kinds'),
    ),
  ),
  folder: v.optional(text('folder', 4096)),
  changed_from: v.optional(instant('changed_from')),
  changed_to: v.optional(instant('changed_to')),
  size_min: v.optional(bytes('size_min')),
  size_max: v.optional(bytes('size_max')),
  ocr: v.optional(flag('ocr')),
  older_reader: v.optional(flag('older_reader')),
  metadata: v.pipe(
    v.array(
      v.object({
        key: v.pipe(
          v.string(),
          v.check((key) => metadataKeyFault(key) === undefined, 'This is no key of metadata'),
          v.transform((key) => key.normalize('NFC')),
        ),
        value: v.pipe(
          v.string(),
          v.maxLength(METADATA_MAX.text, 'The value is too long'),
          v.transform((value) => value.normalize('NFC')),
        ),
      }),
    ),
    v.maxLength(
      METADATA_CONDITIONS_MAX,
      `Ask for at most ${METADATA_CONDITIONS_MAX} values of metadata`,
    ),
  ),
  sort: v.optional(oneOf('sort', FIND_SORTS), 'path'),
  order: v.optional(oneOf('order', ['asc', 'desc']), 'asc'),
  limit: v.optional(
    wholeNumber('limit', DOCUMENT_PAGE_LIMIT_MAX),
    String(DOCUMENT_PAGE_LIMIT_DEFAULT),
  ),
  cursor: v.optional(
    v.pipe(
      v.string(),
      v.metadata({ pattern: CURSOR_PATTERN }),
      v.maxLength(20_000, 'The cursor is too long'),
    ),
  ),
});

/** `metadata.author=Ann` asks for documents by Ann. An empty value asks for nothing. */
function metadataConditions(queries: Record<string, string[]>): MetadataCondition[] {
  return Object.entries(queries).flatMap(([name, values]) => {
    if (!name.startsWith(METADATA_PARAMETER)) return [];
    const key = name.slice(METADATA_PARAMETER.length);
    return values.flatMap((value) => (value === '' ? [] : [{ key, value }]));
  });
}

function withoutKey<Row extends { key: string }>({ key: _key, ...document }: Row) {
  return document;
}

/** The documents of a dataset by name and facts, in an order. Every member may find them. */
export function findRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const routes = new Hono<ApiEnv>();

  const reader = inOrganization(dependencies, { keys: 'documents:read' });
  routes.get(
    '/datasets/:id/documents/find',
    reader,
    lateReads(database),
    describeRoute('findDocuments', 'Find documents by name and facts', {
      query: findQuerySchema,
      returns: foundDocumentsSchema,
      errors: [400],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const id = readId(c, 'id', 'dataset');
      const asked = {
        ...c.req.query(),
        kind: c.req.queries('kind'),
        metadata: metadataConditions(c.req.queries()),
      };
      const { sort, order, limit, cursor, ...filter } = readQuery(c, findQuerySchema, asked);
      const after =
        cursor === undefined || cursor === '' ? undefined : readFindCursor(cursor, { sort, order });
      const { rows, count } = await c.var.reads.read(organizationId, async (tx) => {
        if (!(await datasetsOf(tx, organizationId).exists(id))) throw notFound('dataset');
        const documents = foundDocumentsOf(tx, organizationId, id);
        return {
          rows: await documents.page(filter, { sort, order, limit, after }),
          count: await documents.count(filter),
        };
      });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return c.json({
        documents: shown.map(withoutKey),
        total: Math.min(count, FOUND_TOTAL_MAX),
        ...(count > FOUND_TOTAL_MAX && { total_is_more: true }),
        ...(rows.length > limit &&
          last !== undefined && {
            next_cursor: writeFindCursor({ sort, order, key: last.key, path: last.path }),
          }),
      });
    },
  );

  return routes;
}
