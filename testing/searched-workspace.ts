import { createPipelineFixture, type PipelineFixture } from './pipeline-fixture.ts';
import { readJson } from './server-fixture.ts';

/** A workspace with processed documents. */
export interface SearchedWorkspace {
  fixture: PipelineFixture;
  workspaceId: string;
  datasetId: string;
  /** Calls a path of the server as a program does: without cookies. */
  fetch: typeof globalThis.fetch;
}

/** Starts a server with a workspace to which a dataset of these files is attached. */
export async function createSearchedWorkspace(
  files: Record<string, string>,
): Promise<SearchedWorkspace> {
  const fixture = await createPipelineFixture();
  const { owner, organizationId, datasetId } = fixture;
  await fixture.uploadFiles(files);
  const created = await owner.call('POST', '/workspaces', {
    organizationId,
    json: { name: 'Support' },
  });
  const { id: workspaceId } = await readJson<{ id: string }>(created);
  await fixture.call('PUT', `/workspaces/${workspaceId}/datasets/${datasetId}`);
  const { app } = fixture.server;
  return {
    fixture,
    workspaceId,
    datasetId,
    fetch: async (input, init) => app.request(input instanceof URL ? input.href : input, init),
  };
}
