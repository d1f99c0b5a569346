import {
  CHUNK_OVERLAP_DEFAULT,
  CHUNK_SIZE_DEFAULT,
  createdSchema,
  idSchema,
  type StartRunInput,
  startRunInputSchema,
  type TestComparison,
  testComparisonSchema,
  testListsSchema,
  testRunListSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';
import * as v from 'valibot';

import { describeRoute } from '../../../platform/http/describe-route.ts';
import { auditOf } from '../../../platform/access/audit.ts';
import { allow, inOrganization } from '../../../platform/access/authenticate.ts';
import { beyondSearching } from '../../../platform/access/object-access.ts';
import { keepResponse } from '../../../platform/access/idempotency/repeatable.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { reachingAll } from '../../../platform/database/reach.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext, ApiEnv } from '../../../platform/http/api-context.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { readId, readQuery } from '../../../platform/http/bodies/validate.ts';
import { conflict, notFound, tooManyRequests } from '../../../platform/http/problems.ts';
import { workspacesOf } from '../../workspaces/workspace-repository.ts';
import { compareQuestions, sharedFigures } from './compare-runs.ts';
import { foundBy } from './result-repository.ts';
import { runsOf, type RunSettings, type StoredRun } from './run-repository.ts';
import { testRunJob } from './test-run-job.ts';

const LIST = '/workspaces/:id/test-runs';
const ONE = `${LIST}/:runId`;
/** Runs of an organization that are under way at the same time. */
const RUNNING_MAX = 2;
const RETRY_AFTER_SECONDS = 10;

const againstSchema = v.object({ against: v.optional(idSchema) });

const idsOf = (c: ApiContext) => ({
  organizationId: c.get('organization').id,
  workspaceId: readId(c, 'id', 'workspace'),
});

/** Runs of a workspace's questions. Every member may read them. */
export function runRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue, settings } = dependencies;
  const member = inOrganization(dependencies);
  const routes = new Hono<ApiEnv>();

  routes.get(
    LIST,
    member,
    beyondSearching(),
    describeRoute('listTestRuns', 'List the test runs', { returns: testRunListSchema }),
    async (c) => {
      const { organizationId, workspaceId } = idsOf(c);
      const runs = await database.read(organizationId, async (tx) => {
        if (!(await workspacesOf(tx, organizationId).exists(workspaceId)))
          throw notFound('workspace');
        return runsOf(tx, organizationId, workspaceId).list();
      });
      return c.json({ runs: runs.map(({ run }) => run) });
    },
  );

  routes.post(
    LIST,
    member,
    allow('Editor', 'run the questions of a workspace'),
    describeRoute('startTestRun', 'Run the test questions', {
      body: startRunInputSchema,
      returns: createdSchema,
      status: 202,
      errors: [409],
    }),
    async (c) => {
      const { organizationId, workspaceId } = idsOf(c);
      const input = await readBody(c, startRunInputSchema);
      const id = await c.var.tenant(async (tx) => {
        const runId = await startRun(tx, { organizationId, workspaceId }, input, {
          embedding_model: settings.embeddings?.model ?? null,
        });
        await testRunJob.sendMany(queue, tx, [{ organizationId, runId }]);
        await auditOf(c, tx, 'questions.run', ['workspace', workspaceId]);
        await keepResponse(c, tx, { id: runId }, 202);
        return runId;
      });
      return c.json({ id }, 202);
    },
  );

  routes.get(
    ONE,
    member,
    beyondSearching(),
    describeRoute('getTestRun', 'Compare a test run with another', {
      query: againstSchema,
      returns: testComparisonSchema,
    }),
    async (c) => {
      const { organizationId, workspaceId } = idsOf(c);
      const runId = readId(c, 'runId', 'run');
      const { against } = readQuery(c, againstSchema);
      const comparison = await database.read(
        organizationId,
        async (tx): Promise<TestComparison> => {
          const runs = await runsOf(tx, organizationId, workspaceId).list();
          const { run, other } = choose(runs, runId, against);
          const rows = await foundBy(tx, organizationId, runId).compared(other?.run.id ?? null);
          return {
            ...run,
            against: other === undefined ? null : { ...other, ...sharedFigures(rows) },
            questions: compareQuestions(rows),
          };
        },
      );
      return c.json(comparison);
    },
  );

  routes.get(
    `${ONE}/questions/:questionId`,
    member,
    beyondSearching(),
    describeRoute('getTestRunResults', 'Get what two test runs found for a question', {
      query: againstSchema,
      returns: testListsSchema,
    }),
    async (c) => {
      const { organizationId, workspaceId } = idsOf(c);
      const runId = readId(c, 'runId', 'run');
      const questionId = readId(c, 'questionId', 'question');
      const { against } = readQuery(c, againstSchema);
      const lists = await database.read(organizationId, async (tx) => {
        const runs = await runsOf(tx, organizationId, workspaceId).list();
        const { other } = choose(runs, runId, against);
        return foundBy(tx, organizationId, runId).lists(questionId, other?.run.id ?? null);
      });
      if (lists === undefined) throw notFound('question');
      return c.json(lists);
    },
  );

  routes.delete(
    ONE,
    member,
    allow('Editor', 'delete test runs'),
    describeRoute('deleteTestRun', 'Delete a test run'),
    async (c) => {
      const { organizationId, workspaceId } = idsOf(c);
      const runId = readId(c, 'runId', 'run');
      await c.var.tenant(async (tx) => {
        if (!(await runsOf(tx, organizationId, workspaceId).delete(runId))) throw notFound('run');
        await auditOf(c, tx, 'test_run.deleted', ['workspace', workspaceId]);
      });
      return c.body(null, 204);
    },
  );

  return routes;
}

/** @throws {Problem} 404, 409 if there is nothing to ask or a run is under way, 429 if the organization has too many. */
async function startRun(
  tx: Queryable,
  { organizationId, workspaceId }: { organizationId: string; workspaceId: string },
  { mode }: StartRunInput,
  server: Pick<RunSettings, 'embedding_model'>,
): Promise<string> {
  const runs = runsOf(tx, organizationId, workspaceId);
  if (!(await runs.lock())) throw notFound('workspace');
  const questions = await reachingAll(tx, () => runs.countQuestions());
  if (questions === 0) throw conflict('No question has a right answer yet. Mark one first.');
  const running = await reachingAll(tx, () => runs.running());
  if (running.here > 0) throw conflict('The questions are being run already.');
  if (running.all >= RUNNING_MAX) {
    throw tooManyRequests(
      RETRY_AFTER_SECONDS,
      'The questions of other workspaces are being run. Please try again when they are done.',
    );
  }
  const datasets = (await reachingAll(tx, () => runs.datasets())).map(
    ({ id, name, metadata, template, language }) => ({
      id,
      name,
      template,
      language,
      chunk_size: numberOf(metadata?.['chunk_size']) ?? CHUNK_SIZE_DEFAULT,
      chunk_overlap: numberOf(metadata?.['chunk_overlap']) ?? CHUNK_OVERLAP_DEFAULT,
    }),
  );
  return runs.create(mode, { ...server, datasets }, questions);
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** Returns a run and the one to compare it with: the one asked for, or the last finished one before it. */
function choose(
  runs: readonly StoredRun[],
  runId: string,
  against: string | undefined,
): { run: StoredRun; other: StoredRun | undefined } {
  const place = runs.findIndex(({ run }) => run.id === runId);
  const run = runs[place];
  if (run === undefined) throw notFound('run');
  if (against === undefined) {
    const other = runs.slice(place + 1).find(({ run: { figures } }) => figures !== null);
    return { run, other };
  }
  const other = runs.find(({ run: { id } }) => id === against.toLowerCase());
  if (other === undefined) throw notFound('run');
  return { run, other };
}
