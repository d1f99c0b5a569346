import { client } from '@carrel/shared/api';
import { provisioningSchema } from '@carrel/shared/contract';
import type { ProvisionedRole } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

export const readProvisioning = (organizationId: string) =>
  client.get(apiPaths.provisioning(organizationId)).json(provisioningSchema);

export const changeDefaultRole = (organizationId: string, role: ProvisionedRole) =>
  client.patch(apiPaths.provisioning(organizationId), { json: { default_role: role } }).done();

export const changeGroupRole = (
  organizationId: string,
  groupId: string,
  role: ProvisionedRole | null,
) => client.patch(apiPaths.provisionedGroup(organizationId, groupId), { json: { role } }).done();
