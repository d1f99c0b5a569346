import type { ApiKeyScope } from '@carrel/shared/contract';

import { readJson, type Member } from './server-fixture.ts';

interface KeyOptions {
  scopes?: readonly ApiKeyScope[];
  workspace_ids?: readonly string[];
  dataset_ids?: readonly string[];
}

/** Creates an API key of an organization and returns it. */
export async function createApiKey(
  owner: Member,
  organizationId: string,
  { scopes = ['search', 'documents:read'], ...places }: KeyOptions = {},
): Promise<string> {
  const created = await owner.call('POST', `/organizations/${organizationId}/api-keys`, {
    json: { name: 'Reader', scopes, ...places },
  });
  return (await readJson<{ key: string }>(created)).key;
}
