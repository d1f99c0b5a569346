import { client, queryKeys } from '@carrel/shared/api';
import { domainListSchema, organizationDomainSchema } from '@carrel/shared/contract/sign-in';
import { signInPaths } from '@carrel/shared/paths/sign-in';
import { queryOptions } from '@tanstack/react-query';

/** The domains of an organization. */
export const domainsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: queryKeys.domains(organizationId),
    queryFn: () => client.get(signInPaths.domains(organizationId)).json(domainListSchema),
  });

export const addDomain = (organizationId: string, domain: string) =>
  client
    .post(signInPaths.domains(organizationId), { json: { domain } })
    .json(organizationDomainSchema);

export const verifyDomain = (organizationId: string, id: string, code?: string) =>
  client
    .post(signInPaths.verifyDomain(organizationId, id), {
      json: code === undefined ? {} : { code },
    })
    .json(organizationDomainSchema);

export const mailDomainCode = (organizationId: string, id: string) =>
  client.post(signInPaths.mailDomainCode(organizationId, id)).done();

export const removeDomain = (organizationId: string, id: string) =>
  client.delete(signInPaths.domain(organizationId, id)).done();
