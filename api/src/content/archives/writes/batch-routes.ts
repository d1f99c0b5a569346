import {
  acceptedWriteSchema,
  type DocumentWrite,
  documentWritesSchema,
  removalsSchema,
  type WriteOperations,
  writeOperationsSchema,
  WRITES_MAX,
} from '@carrel/shared/contract';
import { Hono } from 'hono';
import * as v from 'valibot';

import { describeRoute } from '../../../platform/http/describe-route.ts';
import { media } from '../../../platform/http/operation.ts';
import { allow, inOrganization } from '../../../platform/access/authenticate.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext, ApiEnv } from '../../../platform/http/api-context.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { readId } from '../../../platform/http/bodies/validate.ts';
import { wrongType } from '../../../platform/http/problems.ts';
import type { ArchiveWrites } from '../../../processing/rows/write-condition.ts';
import type { ReceiveUpload } from '../uploads/create-uploads.ts';
import { isTwice, tooMany, zipOfBatch, type Batch } from './read-batch.ts';
import { auditRemovals, recordRemovals, WRITE_OPTIONS } from './record-removals.ts';
import { accepted, createAwaitOutcomes, PREFER } from './respond.ts';
import { writablePath } from './writable-path.ts';

/** What a form has, as it is described: it is read part by part. */
const batchFormSchema = v.object({
  operations: v.optional(writeOperationsSchema),
  files: v.pipe(
    v.array(v.pipe(v.string(), v.metadata({ format: 'binary' }))),
    v.minLength(1),
    v.maxLength(WRITES_MAX),
  ),
});

/** Many documents that a program writes and deletes by their paths, as one archive. */
export function batchRoutes(dependencies: Dependencies, receive: ReceiveUpload): Hono<ApiEnv> {
  const { queue } = dependencies;
  const awaitOutcomes = createAwaitOutcomes(dependencies);
  const routes = new Hono<ApiEnv>();

  routes.post(
    '/datasets/:id/documents/batch',
    inOrganization(dependencies, { keys: 'documents:write' }),
    allow('Editor', 'write documents'),
    describeRoute('writeDocuments', 'Write and delete documents by their paths', {
      headers: PREFER,
      body: [
        media(
          'multipart/form-data',
          'Files, each with its path as its file name, under any name of a field.',
          batchFormSchema,
        ),
        media('application/json', 'Removals alone.', removalsSchema),
      ],
      returns: documentWritesSchema,
      also: { 202: acceptedWriteSchema },
      errors: [409, 507],
    }),
    async (c) => {
      const datasetId = readId(c, 'id', 'dataset');
      const batch = {
        names: [],
        operations: { documents: [], remove: [] },
      } satisfies Batch as Batch;
      const archiveId = isForm(c)
        ? await receive(c, {
            datasetId,
            name: 'API batch',
            options: WRITE_OPTIONS,
            writes: () => planOf(batch).writes,
            check: async (tx) => {
              const { removes } = planOf(batch).writes;
              if (removes.length > 0) await auditRemovals(c, tx, datasetId, removes);
            },
            pack: (pieces) => zipOfBatch(c.req.header('Content-Type') ?? '', pieces, batch),
          })
        : await recordRemovals(c, queue, datasetId, await readRemovals(c, batch));
      const { paths, refused } = planOf(batch);
      const outcomes = await awaitOutcomes(c, { datasetId, archiveId, paths: [...paths.values()] });
      if (outcomes === undefined) return accepted(c, datasetId, archiveId);
      const merged = new Map(outcomes.map((write) => [write.path, write]));
      const results = [...batch.names, ...batch.operations.remove.map(({ path }) => path)].flatMap(
        (name) => refused.get(name) ?? merged.get(paths.get(name) ?? name) ?? [],
      );
      return c.json({ archive_id: archiveId, results });
    },
  );

  return routes;
}

const typeOf = (c: ApiContext) =>
  c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? '';

function isForm(c: ApiContext): boolean {
  const type = typeOf(c);
  if (type === 'multipart/form-data') return true;
  if (type === 'application/json') return false;
  throw wrongType('Send the files as multipart/form-data, or removals alone as application/json.');
}

async function readRemovals(c: ApiContext, batch: Batch): Promise<ArchiveWrites> {
  batch.operations = { documents: [], ...(await readBody(c, removalsSchema)) };
  return planOf(batch).writes;
}

interface BatchPlan {
  /** The path of each name that a document may have. */
  paths: ReadonlyMap<string, string>;
  /** The others, with their reasons. */
  refused: ReadonlyMap<string, DocumentWrite>;
  writes: ArchiveWrites;
}

/** @throws {Problem} 422 for a path that is there twice, or for too many. */
function planOf({ names, operations }: Batch): BatchPlan {
  const { documents, remove } = operations;
  if (names.length + remove.length > WRITES_MAX) throw tooMany();
  const paths = new Map<string, string>();
  const refused = new Map<string, DocumentWrite>();
  const taken = new Set<string>();
  for (const name of [...names, ...remove.map(({ path }) => path)]) {
    const found = writablePath(name);
    if ('fault' in found) {
      refused.set(name, { path: name, outcome: 'refused', reason: found.fault });
      continue;
    }
    if (taken.has(found.path)) throw isTwice(found.path);
    taken.add(found.path);
    paths.set(name, found.path);
  }
  const conditioned: WriteOperations['documents'] = [...documents, ...remove];
  // A path may be `__proto__`, which an assignment would not add.
  const conditions: ArchiveWrites['conditions'] = Object.fromEntries(
    conditioned.map(({ path, if_match: match, if_none_match: noneMatch }) => [
      pathOf(path),
      {
        ...(match !== undefined && { match: [match] }),
        ...(noneMatch !== undefined && { noneMatch: [noneMatch] }),
      },
    ]),
  );
  const removes = remove.flatMap(({ path }) => paths.get(path) ?? []);
  return { paths, refused, writes: { conditions, removes } };
}

function pathOf(name: string): string {
  const found = writablePath(name);
  return 'path' in found ? found.path : name;
}
