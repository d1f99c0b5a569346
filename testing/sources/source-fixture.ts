import type { Source, SourceObjectPage, SourceRun } from '@carrel/shared/contract/sources';

import { openSources } from '@carrel/api/src/integrations/sources/open-sources.ts';
import type { SourceKind } from '@carrel/api/src/integrations/sources/source-kind.ts';
import {
  runSome,
  type SourceRunning,
} from '@carrel/api/src/integrations/sources/runs/source-run-job.ts';
import { createPipelineFixture, type PipelineFixture } from '../pipeline-fixture.ts';
import { readJson } from '../server-fixture.ts';
import { ENDLESS } from '../slices.ts';

/** A source of a new dataset, whose runs the test performs. */
export interface SourceFixture {
  pipeline: PipelineFixture;
  running: SourceRunning;
  sourceId: string;
  read(): Promise<Source>;
  /** Performs the open run until it ends or waits, and returns it. */
  perform(): Promise<SourceRun>;
  /** The same for a new run. */
  run(json?: object): Promise<SourceRun>;
  approve(): Promise<SourceRun>;
  objects(state: string): Promise<SourceObjectPage['objects']>;
  /** Paths and sizes of the documents. */
  documents(): Promise<Record<string, number>>;
  call(method: string, below?: string, json?: unknown): Promise<Response>;
}

/** The kinds of tests read no pages. */
export const NO_WORKERS = { run: () => Promise.reject(new Error('No pages are read')) };

/** Starts a server whose sources are of one kind. */
export async function createSourcesFixture(kind: SourceKind): Promise<{
  pipeline: PipelineFixture;
  running: SourceRunning;
  source(pipeline: PipelineFixture, input?: object): Promise<SourceFixture>;
  close(): Promise<void>;
}> {
  const pipeline = await createPipelineFixture();
  const { dependencies } = pipeline.server;
  const { context, stop } = await openSources(dependencies, NO_WORKERS, () =>
    Promise.resolve(kind),
  );
  const running = context.sources;
  return {
    pipeline,
    running,
    source: (of, input) => createSource(of, running, input),
    close: async () => {
      await stop();
      await pipeline.close();
    },
  };
}

/** Adds a source to the dataset of a fixture. */
export async function createSource(
  pipeline: PipelineFixture,
  running: SourceRunning,
  input: object = {},
): Promise<SourceFixture> {
  const { organizationId, datasetId } = pipeline;
  const all = `/datasets/${datasetId}/sources`;
  const created = await pipeline.call('POST', all, {
    name: 'Elsewhere',
    place: { kind: 'website', url: 'https://docs.example.com/' },
    ...input,
  });
  const { id: sourceId } = await readJson<{ id: string }>(created);
  const call = (method: string, below = '', json?: unknown) =>
    pipeline.call(method, `${all}/${sourceId}${below}`, json);
  const read = async () => readJson<Source>(await call('GET'));
  const perform = async (): Promise<SourceRun> => {
    while ((await runSome(running, { organizationId, sourceId }, ENDLESS)) !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const { run } = await read();
    if (run === null) throw new Error('The source has no run');
    return run;
  };
  return {
    pipeline,
    running,
    sourceId,
    read,
    perform,
    call,
    run: async (json = {}) => {
      await readJson(await call('POST', '/runs', json));
      return perform();
    },
    approve: async () => {
      await call('POST', '/runs/approve');
      return perform();
    },
    objects: async (state) =>
      (await readJson<SourceObjectPage>(await call('GET', `/objects?state=${state}`))).objects,
    documents: async () => {
      await pipeline.waitUntilProcessed();
      return Object.fromEntries((await pipeline.documents()).map(({ path, size }) => [path, size]));
    },
  };
}
