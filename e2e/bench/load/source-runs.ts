import { createdSchema } from '@carrel/shared/contract';
import { sourceSchema, type SourceRun } from '@carrel/shared/contract/sources';
import { apiPaths } from '@carrel/shared/paths';
import { parse } from 'valibot';

import type { ApiSession } from './api-session.ts';

const POLL_MS = 100;

/** A run that has ended, or waits for a person, and the seconds that it took. */
export interface MeasuredRun {
  run: SourceRun;
  seconds: number;
}

/** A source of a dataset, whose runs are measured. */
export interface BenchSource {
  /** Waits for the run that its creation began. */
  first(sample?: (run: SourceRun) => Promise<void>): Promise<MeasuredRun>;
  /** Begins a run and waits until it has ended. */
  run(sample?: (run: SourceRun) => Promise<void>): Promise<MeasuredRun>;
}

export async function createBenchSource(
  session: ApiSession,
  datasetId: string,
  input: object,
): Promise<BenchSource> {
  const began = performance.now();
  const created = await session.post(apiPaths.sources(datasetId), { name: 'Source', ...input });
  const { id } = parse(createdSchema, await created.json());
  const wait = async (
    since: number,
    sample?: (run: SourceRun) => Promise<void>,
  ): Promise<MeasuredRun> => {
    for (;;) {
      const response = await session.call('GET', apiPaths.source(datasetId, id));
      const { run } = parse(sourceSchema, await response.json());
      if (run === null) throw new Error('The source has no run.');
      await sample?.(run);
      const isOver = run.ended_at !== null || run.state === 'waiting';
      if (run.error !== null) throw new Error(`The run failed: ${run.error.message}`);
      if (isOver) return { run, seconds: (performance.now() - since) / 1000 };
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };
  return {
    first: (sample) => wait(began, sample),
    run: async (sample) => {
      const started = performance.now();
      await session.post(apiPaths.sourceRuns(datasetId, id), {});
      return wait(started, sample);
    },
  };
}
