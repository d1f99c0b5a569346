import { client } from '@carrel/shared/api';
import { createdSchema } from '@carrel/shared/contract';
import type { CreateWorkspaceInput, UpdateWorkspaceInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

export const createWorkspace = (organizationId: string, input: CreateWorkspaceInput) =>
  client.post(apiPaths.workspaces(), { organizationId, json: input }).json(createdSchema);

export const updateWorkspace = (
  organizationId: string,
  workspaceId: string,
  input: UpdateWorkspaceInput,
) => client.patch(apiPaths.workspace(workspaceId), { organizationId, json: input }).done();

export const deleteWorkspace = (organizationId: string, workspaceId: string) =>
  client.delete(apiPaths.workspace(workspaceId), { organizationId }).done();
