import {
  DUPLICATE_COUNT_MAX,
  DUPLICATE_GROUPS_DEFAULT,
  DUPLICATE_GROUPS_MAX,
  DUPLICATE_KINDS,
  duplicateDocumentsSchema,
  duplicatesSchema,
  GROUP_DOCUMENTS_MAX,
  type DuplicateGroup,
  type DuplicateKind,
} from '@carrel/shared/contract';
import { Hono } from 'hono';
import * as v from 'valibot';

import { inOrganization } from '../../platform/access/authenticate.ts';
import { beyondSearching } from '../../platform/access/object-access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { readId, readQuery } from '../../platform/http/bodies/validate.ts';
import { wholeNumber } from '../../platform/http/bodies/whole-number.ts';
import { describeRoute } from '../../platform/http/describe-route.ts';
import { lateReads } from '../../platform/http/late-reads.ts';
import { notFound } from '../../platform/http/problems.ts';
import { similarityOf } from '../../extraction/signatures/sketch.ts';
import { datasetsOf } from '../datasets/dataset-repository.ts';
import { pathCursorSchema, readPathCursor, writePathCursor } from '../documents/path-cursor.ts';
import { readDuplicateCursor, writeDuplicateCursor } from './duplicate-cursor.ts';
import { duplicatesOf, type GroupDocumentRow, type GroupRow } from './duplicate-repository.ts';

const listQuerySchema = v.object({
  kind: v.optional(
    v.picklist(DUPLICATE_KINDS, `kind must be one of ${DUPLICATE_KINDS.join(', ')}`),
  ),
  dismissed: v.optional(
    v.pipe(
      v.picklist(['true', 'false'], 'dismissed must be true or false'),
      v.transform((text) => text === 'true'),
    ),
    'false',
  ),
  limit: v.optional(wholeNumber('limit', DUPLICATE_GROUPS_MAX), String(DUPLICATE_GROUPS_DEFAULT)),
  cursor: v.optional(pathCursorSchema),
});

const documentsQuerySchema = v.object({
  limit: v.optional(wholeNumber('limit', GROUP_DOCUMENTS_MAX), String(GROUP_DOCUMENTS_MAX)),
  cursor: v.optional(pathCursorSchema),
});

/** Documents of a dataset that are alike, for every member who may read documents. */
export function duplicateRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const routes = new Hono<ApiEnv>();
  const reader = inOrganization(dependencies, { keys: 'documents:read' });

  routes.get(
    '/datasets/:id/duplicates',
    reader,
    beyondSearching(),
    lateReads(database),
    describeRoute('listDuplicates', 'List groups of documents that are alike', {
      query: listQuerySchema,
      returns: duplicatesSchema,
      errors: [400],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'dataset');
      const { kind, dismissed, limit, cursor = '' } = readQuery(c, listQuerySchema);
      const after = cursor === '' ? undefined : readDuplicateCursor(cursor);
      const page = await c.var.reads.read(organizationId, async (tx) => {
        if (!(await datasetsOf(tx, organizationId).exists(datasetId))) throw notFound('dataset');
        const [now] = await tx.query<{ now: Date }>('SELECT now() AS now');
        const found: (GroupRow & { kind: DuplicateKind })[] = [];
        const duplicates = duplicatesOf(tx, organizationId, datasetId);
        // Read first: what is compared by then is in the groups.
        const isComparing = await duplicates.isComparing();
        for (const each of kindsFrom(kind, after?.[0])) {
          const rows = await duplicates.groups({
            kind: each,
            dismissed,
            limit: limit + 1 - found.length,
            after: after?.[0] === each ? { found: after[1], id: after[2] } : undefined,
          });
          for (const row of rows) found.push(Object.assign(row, { kind: each }));
          if (found.length > limit) break;
        }
        const shown = found.slice(0, limit);
        return {
          last: found.length > limit ? shown.at(-1) : undefined,
          groups: await groupsWithDocuments(tx, { organizationId, datasetId }, shown),
          counts: after === undefined && !dismissed ? await countsOf(duplicates) : undefined,
          isComparing,
          readAt: now?.now ?? new Date(),
        };
      });
      const { last, counts } = page;
      return c.json({
        groups: page.groups,
        ...(counts && { counts }),
        ...(page.isComparing && { is_comparing: true }),
        read_at: page.readAt.toISOString(),
        ...(last && { next_cursor: writeDuplicateCursor([last.kind, last.found, last.id]) }),
      });
    },
  );

  routes.get(
    '/datasets/:id/duplicates/:groupId',
    reader,
    beyondSearching(),
    lateReads(database),
    describeRoute('listDuplicateDocuments', 'List the documents of a group', {
      query: documentsQuerySchema,
      returns: duplicateDocumentsSchema,
      errors: [400],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'dataset');
      const groupId = readId(c, 'groupId', 'group');
      const { limit, cursor } = readQuery(c, documentsQuerySchema);
      const after = readPathCursor(cursor);
      const rows = await c.var.reads.read(organizationId, async (tx) => {
        if (!(await datasetsOf(tx, organizationId).exists(datasetId))) throw notFound('dataset');
        const duplicates = duplicatesOf(tx, organizationId, datasetId);
        const kind = await duplicates.kind(groupId);
        if (kind === undefined || !(await duplicates.isSeen(kind, groupId))) {
          throw notFound('group');
        }
        return duplicates.documents(kind, groupId, after, limit + 1);
      });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return c.json({
        documents: shown.map(documentOf),
        ...(rows.length > limit && last && { next_cursor: writePathCursor(last.path) }),
      });
    },
  );

  return routes;
}

function kindsFrom(
  kind: DuplicateKind | undefined,
  first: DuplicateKind | undefined,
): readonly DuplicateKind[] {
  const kinds = kind === undefined ? DUPLICATE_KINDS : [kind];
  return first === undefined ? kinds : kinds.slice(Math.max(0, kinds.indexOf(first)));
}

async function countsOf(duplicates: ReturnType<typeof duplicatesOf>) {
  const counts: Record<string, unknown> = {};
  for (const kind of DUPLICATE_KINDS) {
    const { groups, documents, bytes } = await duplicates.counts(kind);
    counts[kind] = {
      groups: Math.min(groups, DUPLICATE_COUNT_MAX),
      documents,
      bytes,
      ...(groups > DUPLICATE_COUNT_MAX && { is_more: true }),
    };
  }
  return counts;
}

async function groupsWithDocuments(
  tx: Queryable,
  { organizationId, datasetId }: { organizationId: string; datasetId: string },
  groups: readonly (GroupRow & { kind: DuplicateKind })[],
): Promise<DuplicateGroup[]> {
  const duplicates = duplicatesOf(tx, organizationId, datasetId);
  const rows: GroupDocumentRow[] = [];
  for (const [kind, ofKind] of Map.groupBy(groups, (group) => group.kind)) {
    rows.push(
      ...(await duplicates.shown(
        kind,
        ofKind.map(({ id }) => id),
      )),
    );
  }
  const documents = Map.groupBy(rows, ({ group_id }) => group_id);
  const near = groups.filter(({ kind }) => kind === 'nearly_equal').map(({ id }) => id);
  const texts = near.length === 0 ? [] : await duplicates.texts(near);
  const textsOf = Map.groupBy(texts, ({ group_id }) => group_id);
  return groups.map(({ id, kind, documents: count, bytes, dismissed_at, dismissed_by }) => ({
    id,
    kind,
    documents: count,
    bytes,
    similarity: kind === 'nearly_equal' ? percentOf(textsOf.get(id) ?? []) : 100,
    shown: (documents.get(id) ?? []).map(documentOf),
    ...(dismissed_at && { dismissed: { by: dismissed_by, at: dismissed_at.toISOString() } }),
  }));
}

/** The least similarity of any two texts. Texts that differ are never the same by 100 %. */
function percentOf(texts: readonly { sketch: Uint8Array; length: number }[]): number {
  const least = texts.reduce(
    (lowest, text, at) =>
      texts.slice(at + 1).reduce((low, other) => Math.min(low, similarityOf(text, other)), lowest),
    1,
  );
  return Math.min(99, Math.floor(least * 100));
}

const documentOf = ({
  group_id: _group,
  is_inside,
  created_at,
  updated_at,
  ...document
}: GroupDocumentRow) => ({
  ...document,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
  ...(is_inside && { is_inside }),
});
