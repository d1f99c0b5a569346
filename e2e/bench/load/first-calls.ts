import { apiPaths } from '@carrel/shared/paths';

import { ada } from '../../support/journey.ts';
import type { ServerProcess } from '../../support/servers/server.ts';
import type { BenchRow } from '../report/bench-row.ts';
import type { ApiSession } from './api-session.ts';

const STARTS = 5;

/** Calls in their order, each the first of its kind after a start. Each returns its duration in ms. */
async function callOnce(session: ApiSession): Promise<Map<string, number>> {
  const took = new Map<string, number>();
  const measure = async <T>(what: string, call: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await call();
    took.set(what, performance.now() - began);
    return result;
  };
  const { email: email_address, password } = ada;
  await measure('sign-in', () => session.post(apiPaths.login(), { email_address, password }));
  const datasetId = await measure('dataset', () => session.create(apiPaths.datasets(), 'First'));
  await measure('document by path', () =>
    session.send('PUT', apiPaths.documentByPath(datasetId, { path: 'a.md' }), '# A\n\nWords.', {
      'Content-Type': 'application/octet-stream',
    }),
  );
  return took;
}

/** Measures the first calls after the server was killed and has started again: the median of five starts. */
export async function firstCallRows(
  server: ServerProcess,
  session: ApiSession,
): Promise<BenchRow[]> {
  const all: Map<string, number>[] = [];
  for (let count = 0; count < STARTS; count += 1) {
    await server.kill();
    await server.run();
    all.push(await callOnce(session));
  }
  return [...(all[0]?.keys() ?? [])].map((what) => {
    const samples = all.map((took) => took.get(what) ?? Number.NaN).toSorted((a, b) => a - b);
    const value = samples[STARTS >> 1] ?? Number.NaN;
    return {
      what: `first ${what} after a start`,
      value,
      unit: 'ms',
      samples,
      goal: { atMost: 1000 },
    };
  });
}
