import { client } from '@carrel/shared/api';
import type { JoinOrganizationInput } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

export const joinOrganization = (input: JoinOrganizationInput) =>
  client.post(apiPaths.joinOrganization(), { json: input }).done();
