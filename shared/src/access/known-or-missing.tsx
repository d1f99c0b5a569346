import { useOrganizationId } from '@carrel/shared/shell';
import { lazyScreen, Skeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { AccessObject } from './access-object.ts';
import { knownQuery } from './access.queries.ts';

interface KnownOrMissingProps {
  object: AccessObject;
  /** What is shown where there is nothing to ask for. */
  missing: ReactNode;
  /** Returns what is shown around the rest. */
  frame?: (content: ReactNode) => ReactNode;
}

const WAITING = <Skeleton height="13rem" />;

const LazyAskForAccess = lazyScreen({
  load: () => import(/* webpackChunkName: "ask-for-access" */ './ask-for-access.tsx'),
  screen: ({ AskForAccess }) => AskForAccess,
  waiting: WAITING,
});

/** In place of a dataset or workspace that does not exist for the caller: where it is known, they can ask for access. */
export function KnownOrMissing({
  object,
  missing,
  frame = (content) => content,
}: KnownOrMissingProps) {
  const { data: known, isPending } = useQuery(knownQuery(useOrganizationId(), object));
  if (isPending) return frame(WAITING);
  if (known === null || known === undefined) return missing;
  return frame(<LazyAskForAccess object={object} known={known} />);
}
