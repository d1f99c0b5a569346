import { client } from '@carrel/shared/api';
import { createdSchema } from '@carrel/shared/contract';
import type { CreateOrganizationInput, UpdateOrganizationInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

export const createOrganization = (input: CreateOrganizationInput) =>
  client.post(apiPaths.organizations(), { json: input }).json(createdSchema);

export const updateOrganization = (organizationId: string, input: UpdateOrganizationInput) =>
  client.patch(apiPaths.organization(organizationId), { json: input }).done();

export const leaveOrganization = (organizationId: string) =>
  client.post(apiPaths.leaveOrganization(organizationId)).done();

export const deleteOrganization = (organizationId: string) =>
  client.delete(apiPaths.organization(organizationId)).done();
