import { GUEST } from '@carrel/shared/contract';
import { useCurrentUser, useOrganizationId } from '@carrel/shared/shell';
import { Box } from '@carrel/shared/ui';
import { lazyScreen, Skeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { AccessObject } from '../access-object.ts';
import { knownQuery } from '../access.queries.ts';

interface KnownOrMissingProps {
  object: AccessObject;
  /** What is shown where there is nothing to ask for. */
  missing: ReactNode;
  /** What is above the rest. With it, `missing` is a whole screen. */
  header?: ReactNode;
}

const LazyAskForAccess = lazyScreen({
  load: () => import(/* webpackChunkName: "ask-for-access" */ './ask-for-access.tsx'),
  screen: ({ AskForAccess }) => AskForAccess,
  waiting: <Skeleton height="13rem" />,
});

/** In place of a dataset or workspace that does not exist for the caller: where it is known, they can ask for access. */
export function KnownOrMissing({ object, missing, header }: KnownOrMissingProps) {
  const organizationId = useOrganizationId();
  // A guest cannot ask for more.
  const isGuest = useCurrentUser().memberships[organizationId]?.role_name === GUEST;
  const query = { ...knownQuery(organizationId, object), enabled: !isGuest };
  const { data: known, isPending } = useQuery(query);
  if (isGuest || known === null || (known === undefined && !isPending)) return missing;
  if (known === undefined) {
    // It has its place already, and is not seen before it is true.
    return header ?? <Box opacity="0">{missing}</Box>;
  }
  return (
    <>
      {header}
      <LazyAskForAccess object={object} known={known} />
    </>
  );
}
