import { randomUUID } from 'node:crypto';

import {
  resolvedDuplicatesSchema,
  resolveDuplicatesInputSchema,
  type ResolveDuplicatesInput,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { auditOf } from '../../platform/access/audit.ts';
import { allow, inOrganization } from '../../platform/access/authenticate.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiContext, ApiEnv } from '../../platform/http/api-context.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { describeRoute } from '../../platform/http/describe-route.ts';
import { notFound } from '../../platform/http/problems.ts';
import { purgeWhenFinal } from '../../processing/jobs/purge/purge-documents-job.ts';
import { documentsOf } from '../documents/document-repository.ts';
import { dismissalsOf } from './dismissal-repository.ts';
import { duplicatesOf } from './duplicate-repository.ts';
import { resolveDuplicates, type Hide, type Keep, type Resolution } from './resolve-duplicates.ts';

/** Documents that one transaction dismisses. */
const DISMISSED_AT_ONCE = 500;

/** Saying that documents are no duplicates, and deleting all of a group but one. */
export function resolutionRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { queue } = dependencies;
  const routes = new Hono<ApiEnv>();
  const member = inOrganization(dependencies);

  routes.put(
    '/datasets/:id/duplicates/:groupId/dismissal',
    member,
    allow('Editor', 'dismiss duplicates'),
    describeRoute('dismissDuplicates', 'Say that the documents of a group are no duplicates', {
      status: 204,
    }),
    async (c) => {
      const accountId = c.get('account')?.id ?? null;
      await changeDismissal(c, 'duplicates.dismissed', (dismissals, kind) =>
        dismissals.add(kind, accountId, DISMISSED_AT_ONCE),
      );
      return c.body(null, 204);
    },
  );

  routes.delete(
    '/datasets/:id/duplicates/:groupId/dismissal',
    member,
    allow('Editor', 'dismiss duplicates'),
    describeRoute('restoreDuplicates', 'List a dismissed group again', { status: 204 }),
    async (c) => {
      await changeDismissal(c, 'duplicates.restored', (dismissals) =>
        dismissals.delete(DISMISSED_AT_ONCE),
      );
      return c.body(null, 204);
    },
  );

  routes.post(
    '/datasets/:id/duplicates/resolve',
    member,
    allow('Editor', 'delete documents'),
    describeRoute('resolveDuplicates', 'Delete all documents of groups but one of each', {
      body: resolveDuplicatesInputSchema,
      returns: resolvedDuplicatesSchema,
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'dataset');
      const input = await readBody(c, resolveDuplicatesInputSchema);
      const { removal = randomUUID(), dry_run: isDryRun = false } = input;
      const place = { organizationId, datasetId };
      let isRemoved = false;
      const hide: Hide = async (tx, ids) => {
        const hidden = await documentsOf(tx, organizationId).hide(datasetId, ids, removal);
        if (hidden === 0) return 0;
        if (!isRemoved) await purgeWhenFinal(queue, tx, { ...place, removal });
        isRemoved = true;
        await auditOf(c, tx, 'documents.deleted', ['dataset', datasetId], {
          documents: String(hidden),
        });
        return hidden;
      };
      const resolved = await resolveDuplicates(
        c.var.tenant,
        { ...place, ...whatOf(input), seenAt: input.seen_at },
        isDryRun ? undefined : hide,
      );
      return c.json({ ...resolved, ...(!isDryRun && resolved.deleted > 0 && { removal }) });
    },
  );

  return routes;
}

function whatOf({
  choices,
  groups,
  kind,
  keep,
  folder = '',
}: ResolveDuplicatesInput): Pick<Resolution, 'of' | 'keep'> {
  if (choices !== undefined) {
    const chosen = new Map(
      choices.map(({ group_id: group, document_id: id }) => [group.toLowerCase(), id]),
    );
    return { of: { groupIds: [...chosen.keys()] }, keep: { rule: 'choice', choices: chosen } };
  }
  const how: Keep = keep === 'in_folder' ? { rule: keep, folder } : { rule: keep ?? 'newest' };
  if (kind !== undefined) return { of: { kind }, keep: how };
  const ids = new Set(groups?.map((id) => id.toLowerCase()));
  return { of: { groupIds: [...ids] }, keep: how };
}

/** Changes what is said of a group that the caller sees, some documents at a time. @throws {Problem} 404 without it. */
async function changeDismissal(
  c: ApiContext,
  action: 'duplicates.dismissed' | 'duplicates.restored',
  change: (
    dismissals: ReturnType<typeof dismissalsOf>,
    kind: Parameters<ReturnType<typeof dismissalsOf>['add']>[0],
  ) => Promise<number>,
): Promise<void> {
  const { id: organizationId } = c.get('organization');
  const datasetId = readId(c, 'id', 'dataset');
  const groupId = readId(c, 'groupId', 'group');
  let isRecorded = false;
  for (let changed = DISMISSED_AT_ONCE; changed === DISMISSED_AT_ONCE;) {
    changed = await c.var.tenant(async (tx) => {
      const duplicates = duplicatesOf(tx, organizationId, datasetId);
      const kind = await duplicates.kind(groupId);
      if (kind === undefined || !(await duplicates.isSeen(kind, groupId))) throw notFound('group');
      const count = await change(dismissalsOf(tx, { organizationId, datasetId, groupId }), kind);
      if (count > 0 && !isRecorded) await auditOf(c, tx, action, ['dataset', datasetId]);
      isRecorded ||= count > 0;
      return count;
    });
  }
}
