import { client } from '@carrel/shared/api';
import { provisioningSchema } from '@carrel/shared/contract/sign-in';
import type { ProvisionedRole } from '@carrel/shared/contract/sign-in';
import { signInPaths } from '@carrel/shared/paths/sign-in';

export const readProvisioning = (organizationId: string) =>
  client.get(signInPaths.provisioning(organizationId)).json(provisioningSchema);

export const changeDefaultRole = (organizationId: string, role: ProvisionedRole) =>
  client.patch(signInPaths.provisioning(organizationId), { json: { default_role: role } }).done();

export const changeGroupRole = (
  organizationId: string,
  groupId: string,
  role: ProvisionedRole | null,
) => client.patch(signInPaths.provisionedGroup(organizationId, groupId), { json: { role } }).done();
