import {
  MOVE_EXAMPLES_MAX,
  movedDocumentsSchema,
  moveDocumentsInputSchema,
  movePlanSchema,
  planMoveInputSchema,
  undoMoveInputSchema,
  undoneMoveSchema,
  type PlanMoveInput,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { auditOf } from '../../../platform/access/audit.ts';
import { allow, inOrganization } from '../../../platform/access/authenticate.ts';
import { callerId } from '../../../platform/access/caller.ts';
import { keepResponse } from '../../../platform/access/idempotency/repeatable.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext, ApiEnv } from '../../../platform/http/api-context.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { readId } from '../../../platform/http/bodies/validate.ts';
import { describeRoute } from '../../../platform/http/describe-route.ts';
import { limit } from '../../../platform/http/limits/limit.ts';
import { conflict, notFound } from '../../../platform/http/problems.ts';
import {
  MOVE_BATCHES,
  moveDocumentsJob,
} from '../../../processing/jobs/move/move-documents-job.ts';
import { moveNext, type MovedBatch } from '../../../processing/jobs/move/move-next.ts';
import { inBatches } from '../../../processing/rows/in-batches.ts';
import { lockDataset } from '../../../processing/rows/lock-documents.ts';
import { movesOf } from './move-repository.ts';
import { joinPath } from './move-target.ts';
import { planMove, type Place, type Transaction } from './plan-move.ts';

/** Milliseconds after its begin within which a request moves documents itself. A job moves the rest. */
const WITHIN_REQUEST = 2000;
/** Seconds after which a job looks for what a request left that ended with its process. */
const LEFT_AFTER_SECONDS = 5;

/** Of a document that stays although its plan said otherwise. */
const CHANGED_MEANWHILE =
  'Somebody else moved or deleted it, or something else is at its new path now.';

/** Moving and renaming documents and folders, the plan of that, and its undo. */
export function moveRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue } = dependencies;
  const routes = new Hono<ApiEnv>();
  const member = inOrganization(dependencies);

  routes.post(
    '/datasets/:id/documents/move/plan',
    member,
    allow('Editor', 'move documents'),
    limit(database, 'move-documents', callerId),
    describeRoute('planMove', 'Say what moving documents would do', {
      body: planMoveInputSchema,
      returns: movePlanSchema,
      errors: [409],
    }),
    async (c) => {
      const place = placeOf(c);
      const input = await readBody(c, planMoveInputSchema);
      const reading: Transaction = (work) => database.read(place.organizationId, work);
      const { plan, folders, merged } = await planMove(reading, place, input);
      return c.json({
        ...plan.counts,
        folders: folders.length,
        obstacles: plan.obstacles,
        similar: plan.similar,
        merged,
        plan: plan.digest(),
      });
    },
  );

  routes.post(
    '/datasets/:id/documents/move',
    member,
    allow('Editor', 'move documents'),
    limit(database, 'move-documents', callerId),
    describeRoute('moveDocuments', 'Move or rename documents and folders', {
      body: moveDocumentsInputSchema,
      returns: movedDocumentsSchema,
      errors: [409],
    }),
    async (c) => {
      const began = performance.now();
      const place = placeOf(c);
      const { plan: expected, ...input } = await readBody(c, moveDocumentsInputSchema);
      const move = await c.var.tenant((tx) => create(tx, place, input));
      const { plan, folders } = await planMove(c.var.tenant, place, input, (tx, documents) =>
        movesOf(tx, place.organizationId).addDocuments(move, documents),
      );
      const isNothing = plan.isNothing && folders.length === 0;
      const isChanged = expected !== undefined && expected !== plan.digest();
      const { taken, refused } = plan.counts;
      const begun = {
        move,
        waiting: plan.planned,
        moved: 0,
        skipped: taken + refused - plan.numbered,
        obstacles: plan.obstacles.slice(0, MOVE_EXAMPLES_MAX),
      };
      await c.var.tenant(async (tx) => {
        await lockDataset(tx, place.organizationId, place.datasetId);
        const moves = movesOf(tx, place.organizationId);
        if (isChanged || isNothing) {
          await moves.delete(move);
          return;
        }
        await moves.addFolders(move, folders);
        await moves.begin(move);
        if (plan.planned + folders.length === 0) return;
        await moveDocumentsJob.send(
          queue,
          { ...place, move },
          { tx, startAfterSeconds: LEFT_AFTER_SECONDS },
        );
        await auditOf(c, tx, 'documents.moved', ['dataset', place.datasetId], {
          documents: String(plan.counts.documents),
          to: 'name' in input ? joinPath(input.to, input.name) : input.to,
        });
        // Repeated, the request responds with what it began.
        await keepResponse(c, tx, begun, 200);
      });
      if (isNothing) throw notFound('document');
      if (isChanged) throw conflict('The documents have changed meanwhile. Look at them again.');
      const done = await run(c.var.tenant, { ...place, move }, began);
      return c.json({
        ...begun,
        waiting: done.waiting,
        moved: done.moved,
        skipped: begun.skipped + done.stayed.length,
        obstacles: [
          ...begun.obstacles,
          ...done.stayed.map(({ path, to }) => ({ path, to, reason: CHANGED_MEANWHILE })),
        ].slice(0, MOVE_EXAMPLES_MAX),
      });
    },
  );

  routes.post(
    '/datasets/:id/documents/move/undo',
    member,
    allow('Editor', 'move documents'),
    describeRoute('undoMove', 'Undo a move of documents', {
      body: undoMoveInputSchema,
      returns: undoneMoveSchema,
      errors: [409],
    }),
    async (c) => {
      const began = performance.now();
      const place = placeOf(c);
      const { move } = await readBody(c, undoMoveInputSchema);
      await c.var.tenant(async (tx) => {
        if (!(await lockDataset(tx, place.organizationId, place.datasetId)))
          throw notFound('dataset');
        if (!(await movesOf(tx, place.organizationId).undo(place.datasetId, move))) {
          throw conflict('It is too late to undo this.');
        }
        await moveDocumentsJob.send(
          queue,
          { ...place, move },
          { tx, startAfterSeconds: LEFT_AFTER_SECONDS },
        );
        await auditOf(c, tx, 'documents.move_undone', ['dataset', place.datasetId]);
        const waiting = await movesOf(tx, place.organizationId).count(move, 'moved');
        await keepResponse(c, tx, { moved: 0, waiting, kept: 0 }, 200);
      });
      const { moved } = await run(c.var.tenant, { ...place, move }, began);
      const left = await database.read(place.organizationId, async (tx) => {
        const moves = movesOf(tx, place.organizationId);
        return { waiting: await moves.count(move, 'moved'), kept: await moves.count(move, 'kept') };
      });
      return c.json({ moved, ...left });
    },
  );

  return routes;

  /** Moves once at least, and until the request has taken a while; what is left is a job's. */
  async function run(
    transaction: Transaction,
    move: Place & { move: string },
    began: number,
  ): Promise<Pick<MovedBatch, 'moved' | 'stayed'> & { waiting: number }> {
    const until = began + WITHIN_REQUEST;
    const stayed: MovedBatch['stayed'] = [];
    let [moved, isMore] = [0, false];
    await inBatches(MOVE_BATCHES, '', transaction, async (tx, _, size) => {
      const batch: MovedBatch = await moveNext(tx, queue, move, size);
      moved += batch.moved;
      stayed.push(...batch.stayed);
      isMore = batch.isMore;
      return isMore && performance.now() < until ? '' : undefined;
    });
    if (!isMore) return { moved, stayed, waiting: 0 };
    const waiting = await transaction(async (tx) => {
      await moveDocumentsJob.send(queue, move, { tx });
      return movesOf(tx, move.organizationId).count(move.move, 'waiting');
    });
    return { moved, stayed, waiting };
  }
}

function placeOf(c: ApiContext): Place {
  return { organizationId: c.get('organization').id, datasetId: readId(c, 'id', 'dataset') };
}

async function create(
  tx: Queryable,
  place: Place,
  { taken = 'skip' }: PlanMoveInput,
): Promise<string> {
  const { organizationId, datasetId } = place;
  if (!(await lockDataset(tx, organizationId, datasetId))) throw notFound('dataset');
  const move = await movesOf(tx, organizationId).create(datasetId, taken);
  if (move === undefined) {
    throw conflict('Other documents of this dataset are being moved. Try again in a moment.');
  }
  return move;
}
