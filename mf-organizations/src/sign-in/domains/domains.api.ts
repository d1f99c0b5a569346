import { client, queryKeys } from '@carrel/shared/api';
import { domainListSchema, domainSchema } from '@carrel/shared/contract/sign-in';
import { apiPaths } from '@carrel/shared/paths';
import { queryOptions } from '@tanstack/react-query';

/** The domains of an organization. */
export const domainsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: queryKeys.domains(organizationId),
    queryFn: () => client.get(apiPaths.domains(organizationId)).json(domainListSchema),
  });

export const addDomain = (organizationId: string, domain: string) =>
  client.post(apiPaths.domains(organizationId), { json: { domain } }).json(domainSchema);

export const verifyDomain = (organizationId: string, id: string, code?: string) =>
  client
    .post(apiPaths.verifyDomain(organizationId, id), { json: code === undefined ? {} : { code } })
    .json(domainSchema);

export const mailDomainCode = (organizationId: string, id: string) =>
  client.post(apiPaths.mailDomainCode(organizationId, id)).done();

export const removeDomain = (organizationId: string, id: string) =>
  client.delete(apiPaths.domain(organizationId, id)).done();
