import { queryKeys } from '@carrel/shared/api';
import { queryOptions } from '@tanstack/react-query';

import { listSessions } from './sessions.api.ts';

/** The user's sessions, the current one first. */
export const sessionsQuery = queryOptions({
  queryKey: queryKeys.sessions(),
  queryFn: listSessions,
  select: ({ sessions }) => sessions.toSorted((one, other) => +other.active - +one.active),
});
