import { listDatasetsQuery } from '@carrel/shared/api';
import { Search } from '@carrel/shared/search';
import type { SearchScope } from '@carrel/shared/search';
import { useCurrentUser, useOrganizationId, usePage } from '@carrel/shared/shell';
import { PageHeader } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

/** They wait for two lists, and their code comes meanwhile. */
const AskLinks = lazy(async () => {
  const { AskLinks: component } = await import('./ask-links.tsx');
  return { default: component };
});

/** /search: what all datasets of the organization say about something. */
export function OrganizationSearchPage() {
  const organizationId = useOrganizationId();
  const { memberships } = useCurrentUser();
  const [parameters] = useSearchParams();
  const name = memberships[organizationId]?.organization_name;
  const datasets = useQuery(listDatasetsQuery(organizationId)).data?.datasets;
  const scope = useMemo<SearchScope>(
    () => ({ kind: 'organization', id: organizationId, name, datasets }),
    [organizationId, name, datasets],
  );
  usePage({ title: 'Search', breadcrumbs: [{ name: 'Search' }] });
  return (
    <>
      <PageHeader
        title="Search"
        description={name === undefined ? '\u00a0' : `All datasets of ${name}`}
        actions={
          <Suspense fallback={null}>
            <AskLinks question={parameters.get('q') ?? ''} />
          </Suspense>
        }
      />
      <Search scope={scope} />
    </>
  );
}
