import { afterEach, expect, test, vi } from 'vitest';

import {
  createSearchedWorkspace,
  type SearchedWorkspace,
} from '../../../testing/searched-workspace.ts';
import { searchLogWriterOf } from '../../search-log/search-log.ts';
import { searchEngineOf } from '../search-engine.ts';
import { readAhead } from './read-ahead.ts';

let workspace: SearchedWorkspace;
afterEach(() => workspace.fixture.close());

/** Returns the types of what the search thread responded to a search. */
async function search(query: string): Promise<string[]> {
  const { fixture, workspaceId } = workspace;
  const { wordThread } = searchEngineOf(fixture.server.dependencies);
  const run = vi.spyOn(wordThread, 'run');
  const found = await fixture.call('POST', `/workspaces/${workspaceId}/search`, { query });
  expect(found.status).toBe(200);
  const outputs = await Promise.all(run.mock.results.map(({ value }) => value));
  run.mockRestore();
  return outputs.map(({ type }) => type);
}

test('a search in a workspace that was searched before the start reads no index', async () => {
  workspace = await createSearchedWorkspace({ 'warranty.md': 'It lasts two years.' });
  const { fixture, workspaceId } = workspace;
  const { dependencies } = fixture.server;
  await readAhead(dependencies);
  expect(await search('years')).toContain('missing');
  await fixture.uploadFiles({ 'oil.md': 'It is changed each year.' });
  expect(await search('year')).toContain('missing');

  await fixture.uploadFiles({ 'brakes.md': 'They are checked each month.' });
  await searchLogWriterOf(dependencies).flush();
  await readAhead(dependencies);
  expect(await search('month')).not.toContain('missing');
});
