import { client } from '@carrel/shared/api';
import { apiKeyListSchema, createdApiKeySchema } from '@carrel/shared/contract';
import type { CreateApiKeyInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

export const listApiKeys = (organizationId: string) =>
  client.get(apiPaths.apiKeys(organizationId)).json(apiKeyListSchema);

export const createApiKey = (organizationId: string, input: CreateApiKeyInput) =>
  client.post(apiPaths.apiKeys(organizationId), { json: input }).json(createdApiKeySchema);

export const rotateApiKey = (organizationId: string, keyId: string, overlapHours: number) =>
  client
    .post(apiPaths.rotateApiKey(organizationId, keyId), { json: { overlap_hours: overlapHours } })
    .json(createdApiKeySchema);

export const revokeApiKey = (organizationId: string, keyId: string) =>
  client.delete(apiPaths.apiKey(organizationId, keyId)).done();
