import { once } from 'node:events';
import { readFileSync } from 'node:fs';

import type {
  Archive,
  DocumentList,
  Navigation,
  StatusCounts,
  UploadOptions,
} from '@carrel/shared/contract';

import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from './server-fixture.ts';
import type { Database } from '@carrel/api/src/platform/database/database.ts';
import type { Settings } from '@carrel/api/src/platform/settings/settings.ts';
import { PIPELINE_JOBS, PIPELINE_STEPS } from '@carrel/api/src/jobs-table.ts';
import { startWorkers } from '@carrel/api/src/jobs/job.ts';
import { runSteps } from '@carrel/api/src/jobs/steps.ts';
import type { PipelineContext } from '@carrel/api/src/processing/context/pipeline-context.ts';
import { startPipeline, type PipelineOptions } from '@carrel/api/src/processing/pipeline.ts';
import { buildZip, type TestEntry } from './zips/build-zip.ts';

export const TEAM_LIBRARY = readFileSync(
  new URL('../e2e/fixtures/team-library.zip', import.meta.url),
);

type UploadQuery = Partial<UploadOptions>;

/** A new dataset on a server with a running pipeline. */
export interface PipelineFixture {
  server: ServerFixture;
  owner: Member;
  organizationId: string;
  datasetId: string;
  call(method: string, path: string, json?: unknown): Promise<Response>;
  /** Returns the response of the upload. */
  upload(zip: Uint8Array<ArrayBuffer>, query?: UploadQuery): Promise<Response>;
  /** Uploads files of these paths and texts, and waits until the pipeline has processed them. */
  uploadFiles(files: Record<string, string>, query?: UploadQuery): Promise<string>;
  /** Waits until no document is in progress, and returns the counts. */
  waitUntilProcessed(): Promise<StatusCounts>;
  documents(): Promise<DocumentList['documents']>;
  archives(): Promise<Archive[]>;
  navigate(query?: string): Promise<Navigation>;
  /** Returns the same fixture with another, empty dataset. */
  withNewDataset(): Promise<PipelineFixture>;
  /** Returns the same fixture for another person, whose organization and dataset are new. */
  withNewOrganization(): Promise<PipelineFixture>;
  /** Starts the pipeline anew, as a server with other settings does. */
  restart(options: PipelineOptions): Promise<void>;
  /** What the jobs work with at present. */
  pipeline(): PipelineContext;
  close(): Promise<void>;
}

export async function createPipelineFixture(
  options: PipelineOptions = {},
  settings: Partial<Settings> = {},
  database?: Database,
): Promise<PipelineFixture> {
  const server = await createServerFixture({ settings, ...(database && { database }) });
  let pipeline = await startPipeline(server.dependencies, options);
  const startingSteps = PIPELINE_STEPS.filter(({ atStart }) => atStart === true);
  const { queue, log } = server.dependencies;
  const context = { ...pipeline.jobContext };
  await runSteps(startingSteps, context, server.dependencies);
  startWorkers(queue, PIPELINE_JOBS, context, log);
  const owner = await server.person();
  const organizationId = await server.organization(owner);
  const close = async () => {
    pipeline.drain();
    await server.close();
    pipeline.close();
  };
  const restart = async (changed: PipelineOptions) => {
    const earlier = pipeline;
    pipeline = await startPipeline(server.dependencies, changed);
    Object.assign(context, pipeline.jobContext);
    await runSteps(startingSteps, context, server.dependencies);
    earlier.drain();
    earlier.close();
  };
  return withDataset({
    server,
    owner,
    organizationId,
    restart,
    pipeline: () => context.pipeline,
    close,
  });
}

type SharedFixture = Pick<
  PipelineFixture,
  'server' | 'owner' | 'organizationId' | 'restart' | 'pipeline' | 'close'
>;

async function withDataset(shared: SharedFixture): Promise<PipelineFixture> {
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
  const waitUntilProcessed = async () => {
    for (;;) {
      const { status_counts: counts } = await readJson<DocumentList>(
        await call('GET', `${base}/documents?limit=1`),
      );
      const inWork = (await archives()).some(({ status }) => isInProgress(status));
      if (!inWork && counts.ingested + counts.partitioned + counts.chunked === 0) return counts;
      await nextPoll();
    }
  };
  const archives = async () =>
    (await readJson<{ archives: Archive[] }>(await call('GET', `${base}/archives`))).archives;

  return {
    ...shared,
    datasetId,
    call,
    upload,
    waitUntilProcessed,
    archives,
    uploadFiles: async (files, query) => {
      const entries = Object.entries(files).map(([name, content]): TestEntry => ({
        name,
        content,
      }));
      const response = await upload(Uint8Array.from(buildZip(entries)), query);
      const { id } = await readJson<{ id: string }>(response);
      await waitUntilProcessed();
      return id;
    },
    documents: async () =>
      (await readJson<DocumentList>(await call('GET', `${base}/documents?limit=200`))).documents,
    navigate: async (query = '') =>
      readJson<Navigation>(await call('GET', `${base}/navigate${query}`)),
    withNewDataset: () => withDataset(shared),
    withNewOrganization: async () => {
      const person = await shared.server.person();
      const organization = await shared.server.organization(person);
      return withDataset({ ...shared, owner: person, organizationId: organization });
    },
  };
}

function isInProgress(status: string | null | undefined): boolean {
  return status === 'pending' || status === 'processing';
}

/** The queue is polled twice a second; requests in a tight loop would slow it down. */
async function nextPoll(): Promise<void> {
  await once(AbortSignal.timeout(50), 'abort');
}
