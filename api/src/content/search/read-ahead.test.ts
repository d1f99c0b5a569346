import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import {
  createSearchedWorkspace,
  type SearchedWorkspace,
} from '@carrel/testing/searched-workspace.ts';
import { searchLogWriterOf } from '../search-log/search-log.ts';
import { searchEngineOf } from './search-engine.ts';
import { readAhead } from './read-ahead.ts';

let workspace: SearchedWorkspace;
beforeEach(async () => {
  workspace = await createSearchedWorkspace({ 'warranty.md': 'It lasts two years.' });
});
afterEach(() => workspace.fixture.close());

/** Returns the types of what the search thread responds in the course of some work. */
async function responsesDuring(work: () => Promise<unknown>): Promise<string[]> {
  const run = vi.spyOn(searchEngineOf(workspace.fixture.server.dependencies).wordThread, 'run');
  await work();
  const outputs = await Promise.all(run.mock.results.map(({ value }) => value));
  run.mockRestore();
  return outputs.map(({ type }) => type);
}

test('a search in a workspace that was searched before the start reads no index', async () => {
  const { fixture, workspaceId } = workspace;
  const { dependencies } = fixture.server;
  const log = searchLogWriterOf(dependencies);
  log.record({
    organizationId: fixture.organizationId,
    workspaceId,
    source: 'api',
    query: 'years',
    milliseconds: 1,
    outcome: 'found',
  });
  await log.flush();
  expect(await responsesDuring(() => readAhead(dependencies))).toContain('missing');
  const search = () => fixture.call('POST', `/workspaces/${workspaceId}/search`, { query: 'year' });
  const responses = await responsesDuring(search);
  expect(responses).toContain('words');
  expect(responses).not.toContain('missing');
});

test('nothing is read ahead of a workspace that nobody searched', async () => {
  const { dependencies } = workspace.fixture.server;
  expect(await responsesDuring(() => readAhead(dependencies))).toEqual([]);
});
