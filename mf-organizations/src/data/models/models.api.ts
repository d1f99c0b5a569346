import { client } from '@carrel/shared/api';
import { modelsSchema, testedModelSchema } from '@carrel/shared/contract/organization';
import type { ModelName } from '@carrel/shared/contract/organization';
import { apiPaths } from '@carrel/shared/paths';

export const getModels = (organizationId: string, cursor: string) =>
  client.get(apiPaths.models(organizationId, cursor === '' ? {} : { cursor })).json(modelsSchema);

export const testModel = (organizationId: string, model: ModelName) =>
  client.post(apiPaths.testModel(organizationId), { json: { model } }).json(testedModelSchema);
