import { once } from 'node:events';
import { readFileSync } from 'node:fs';

import type { Archive, DocumentList, Navigation, StatusCounts } from '@carrel/shared/contract';

import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from './server-fixture.ts';
import type { Settings } from '../src/settings.ts';
import { PIPELINE_JOBS } from '../src/job-table.ts';
import { startWorkers } from '../src/jobs/job.ts';
import { startPipeline, type PipelineOptions } from '../src/pipeline/pipeline.ts';
import { buildZip, type TestEntry } from './zips/build-zip.ts';

export const TEAM_LIBRARY = readFileSync(
  new URL('../../e2e/fixtures/team-library.zip', import.meta.url),
);

type UploadQuery = Partial<Record<'sync' | 'delete_orphans' | 'purge_on_completion', boolean>>;

/** A dataset of its own in a world whose pipeline runs. */
export interface PipelineFixture {
  world: ServerFixture;
  owner: Member;
  organizationId: string;
  datasetId: string;
  call(method: string, path: string, json?: unknown): Promise<Response>;
  /** Answers as the upload does. */
  upload(zip: Uint8Array<ArrayBuffer>, query?: UploadQuery): Promise<Response>;
  /** Uploads files of these paths and texts, and waits until all has ended. */
  put(files: Record<string, string>, query?: UploadQuery): Promise<string>;
  /** The counts once nothing is read, split or embedded any more. */
  settled(): Promise<StatusCounts>;
  documents(): Promise<DocumentList['documents']>;
  archives(): Promise<Archive[]>;
  navigate(query?: string): Promise<Navigation>;
  /** The same with a fresh dataset. */
  another(): Promise<PipelineFixture>;
  close(): Promise<void>;
}

export async function createPipelineFixture(
  options: PipelineOptions = {},
  settings: Partial<Settings> = {},
): Promise<PipelineFixture> {
  const world = await createServerFixture({ settings });
  const pipeline = await startPipeline(world.dependencies, options);
  const { queue, log } = world.dependencies;
  await startWorkers(queue, PIPELINE_JOBS, pipeline.jobContext, log);
  const owner = await world.person();
  const organizationId = await world.organization(owner);
  const close = async () => {
    pipeline.drain();
    await world.close();
    pipeline.close();
  };
  return libraryOf({ world, owner, organizationId, close });
}

type Shared = Pick<PipelineFixture, 'world' | 'owner' | 'organizationId' | 'close'>;

async function libraryOf(shared: Shared): Promise<PipelineFixture> {
  const { owner, organizationId } = shared;
  const call = (method: string, path: string, json?: unknown) =>
    owner.call(method, path, { organizationId, ...(json === undefined ? {} : { json }) });
  const created = await call('POST', '/datasets', { name: 'Library' });
  const { id: datasetId } = await readJson<{ id: string }>(created);
  const base = `/datasets/${datasetId}`;

  const upload = (zip: Uint8Array<ArrayBuffer>, query: UploadQuery = {}) => {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
    return owner.call('POST', `${base}/archives?${parameters.toString()}`, {
      organizationId,
      body: zip,
      headers: { 'Content-Type': 'application/zip', 'X-Filename': 'library.zip' },
    });
  };
  const settled = async () => {
    for (;;) {
      const { status_counts: counts } = await readJson<DocumentList>(
        await call('GET', `${base}/documents?limit=1`),
      );
      const open = (await archives()).some(({ status }) => isOpen(status));
      if (!open && counts.ingested + counts.partitioned + counts.chunked === 0) return counts;
      await nextTurn();
    }
  };
  const archives = async () =>
    (await readJson<{ archives: Archive[] }>(await call('GET', `${base}/archives`))).archives;

  return {
    ...shared,
    datasetId,
    call,
    upload,
    settled,
    archives,
    put: async (files, query) => {
      const entries = Object.entries(files).map(([name, content]): TestEntry => ({
        name,
        content,
      }));
      const response = await upload(Uint8Array.from(buildZip(entries)), query);
      const { id } = await readJson<{ id: string }>(response);
      await settled();
      return id;
    },
    documents: async () =>
      (await readJson<DocumentList>(await call('GET', `${base}/documents?limit=200`))).documents,
    navigate: async (query = '') =>
      readJson<Navigation>(await call('GET', `${base}/navigate${query}`)),
    another: () => libraryOf(shared),
  };
}

function isOpen(status: string | null | undefined): boolean {
  return status === 'pending' || status === 'processing';
}

/** The queue is polled twice a second; asking it as often as possible would only slow it down. */
async function nextTurn(): Promise<void> {
  await once(AbortSignal.timeout(50), 'abort');
}
