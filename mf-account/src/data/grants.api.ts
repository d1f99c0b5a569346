import { client } from '@carrel/shared/api';
import {
  decidedGrantSchema,
  grantListSchema,
  requestedGrantSchema,
  type RequestedGrant,
} from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

/** The parameters with which a program sent a person here. The server checks them. */
export type GrantRequest = Record<string, string>;

export const findRequestedGrant = (request: GrantRequest) =>
  client.get(apiPaths.requestedGrant(request)).json(requestedGrantSchema);

/** Returns where the browser goes then. */
export const decideGrant = (
  request: GrantRequest,
  { organization, workspace }: RequestedGrant,
  approved: boolean,
) =>
  client
    .post(apiPaths.decideGrant(workspace.id), {
      organizationId: organization.id,
      json: { ...request, approved },
    })
    .json(decidedGrantSchema);

export const listGrants = () => client.get(apiPaths.grants()).json(grantListSchema);

export const endGrant = (grantId: string) => client.delete(apiPaths.grant(grantId)).done();
