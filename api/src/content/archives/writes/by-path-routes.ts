import { createHash, type Hash } from 'node:crypto';

import {
  acceptedWriteSchema,
  type DocumentWrite,
  documentWriteSchema,
  NO_DOCUMENT,
  PRECONDITION_FAILED,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../../platform/http/describe-route.ts';
import { media, type OperationDetails } from '../../../platform/http/operation.ts';
import { allow, inOrganization } from '../../../platform/access/authenticate.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import * as v from 'valibot';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext, ApiEnv } from '../../../platform/http/api-context.ts';
import { readId, readQuery } from '../../../platform/http/bodies/validate.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { notFound } from '../../../platform/http/problems.ts';
import { mayWrite, type WriteCondition } from '../../../processing/rows/write-condition.ts';
import { lockDataset } from '../../../processing/rows/lock-documents.ts';
import type { ReceiveUpload } from '../uploads/create-uploads.ts';
import { zipOfFile } from '../uploads/zip-of-file.ts';
import { readConditions, TAGS } from './read-conditions.ts';
import { recordRemovals, WRITE_OPTIONS } from './record-removals.ts';
import { accepted, createAwaitOutcomes, PREFER } from './respond.ts';
import { FILE_PATTERN, writablePath } from './writable-path.ts';
import { writesOf } from './write-repository.ts';

const BY_PATH = '/datasets/:id/documents/by-path';

const byPathQuerySchema = v.object({
  path: v.pipe(v.string('The path names no file.'), v.metadata({ pattern: FILE_PATTERN })),
});

const BY_PATH_CALL = {
  query: byPathQuerySchema,
  headers: {
    ...PREFER,
    'If-Match': {
      description:
        'SHA-256s in hexadecimal and quotation marks, of which the document has one, or `*`.',
      schema: { pattern: TAGS.source },
    },
    'If-None-Match': {
      description: 'SHA-256s that the document has not, or `*` for a path without a document.',
      schema: { pattern: TAGS.source },
    },
  },
  returns: documentWriteSchema,
  sends: {
    ETag: 'The SHA-256 of the document, in quotation marks.',
    Location: 'Where the outcome will be, of a write that is not merged yet.',
  },
} satisfies OperationDetails;

/**
 * One document that a program writes or deletes by its path. A write is an archive with one file, so that it
 * is merged in the order of the requests and uploads of its dataset.
 */
export function byPathRoutes(dependencies: Dependencies, receive: ReceiveUpload): Hono<ApiEnv> {
  const { queue } = dependencies;
  const awaitOutcomes = createAwaitOutcomes(dependencies);
  const routes = new Hono<ApiEnv>();
  const writer = inOrganization(dependencies, { keys: 'documents:write' });

  routes.put(
    BY_PATH,
    writer,
    allow('Editor', 'write documents'),
    describeRoute('writeDocument', 'Write a document by its path', {
      ...BY_PATH_CALL,
      body: media('application/octet-stream', 'The bytes of the document.'),
      also: { 201: documentWriteSchema, 202: acceptedWriteSchema },
      errors: [400, 408, 409, 412, 507],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const datasetId = readId(c, 'id', 'dataset');
      const path = readPath(c);
      const condition = readConditions(c);
      const hash = createHash('sha256');
      try {
        const archiveId = await receive(c, {
          datasetId,
          name: path.split('/').at(-1) ?? path,
          options: WRITE_OPTIONS,
          writes: () => ({ conditions: { [path]: condition }, removes: [] }),
          check: (tx) => refuseNeedless(tx, { organizationId, datasetId, path, condition }, hash),
          pack: (pieces) => zipOfFile(path, hashed(pieces, hash)),
        });
        const outcomes = await awaitOutcomes(c, { datasetId, archiveId, paths: [path] });
        const write = outcomes?.[0];
        return write === undefined ? accepted(c, datasetId, archiveId) : respond(c, write);
      } catch (error) {
        if (error instanceof Unchanged) return respond(c, error.write);
        throw error;
      }
    },
  );

  routes.delete(
    BY_PATH,
    writer,
    allow('Editor', 'delete documents'),
    describeRoute('deleteDocument', 'Delete a document by its path', {
      ...BY_PATH_CALL,
      also: { 202: acceptedWriteSchema },
      errors: [400, 409, 412],
    }),
    async (c) => {
      const datasetId = readId(c, 'id', 'dataset');
      const path = readPath(c);
      const condition = readConditions(c);
      const archiveId = await recordRemovals(c, queue, datasetId, {
        conditions: { [path]: condition },
        removes: [path],
      });
      const outcomes = await awaitOutcomes(c, { datasetId, archiveId, paths: [path] });
      const write = outcomes?.[0];
      return write === undefined ? accepted(c, datasetId, archiveId) : respond(c, write);
    },
  );

  return routes;
}

/** The document at the path has the bytes of the request already. */
class Unchanged extends Error {
  override readonly name = 'Unchanged';
  readonly write: DocumentWrite;

  constructor(write: DocumentWrite) {
    super('The document has these bytes');
    this.write = write;
  }
}

const preconditionFailed = () => new Problem(412, PRECONDITION_FAILED);

/** Ends a write that would change nothing, where nothing that may change its document is merged before it. */
async function refuseNeedless(
  tx: Queryable,
  write: { organizationId: string; datasetId: string; path: string; condition: WriteCondition },
  hash: Hash,
): Promise<void> {
  const { organizationId, datasetId, path, condition } = write;
  await lockDataset(tx, organizationId, datasetId);
  const writes = writesOf(tx, organizationId);
  if (await writes.areWaiting(datasetId)) return;
  const document = (await writes.documents(datasetId, [path])).get(path);
  const sha256 = hash.copy().digest('hex');
  if (!mayWrite(condition, document, sha256)) throw preconditionFailed();
  if (document?.sha256 === sha256) throw new Unchanged({ path, outcome: 'unchanged', document });
}

async function* hashed(pieces: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}

function readPath(c: ApiContext): string {
  const found = writablePath(readQuery(c, byPathQuerySchema).path);
  if ('fault' in found) throw new Problem(422, found.fault);
  return found.path;
}

/** @throws {Problem} 404, 412 or 422 where the path was refused. */
function respond(c: ApiContext, write: DocumentWrite): Response {
  const { outcome, reason, document } = write;
  if (outcome === 'refused') {
    if (reason === NO_DOCUMENT) throw notFound('document');
    throw reason === PRECONDITION_FAILED
      ? preconditionFailed()
      : new Problem(422, reason ?? 'The document was refused.');
  }
  const sha256 = document?.sha256 ?? null;
  if (sha256 !== null) c.header('ETag', `"${sha256}"`);
  return c.json(write, outcome === 'added' ? 201 : 200);
}
