import { queryKeys } from '@carrel/shared/api';
import { queryOptions } from '@tanstack/react-query';

import { listEmails } from './emails.api.ts';

/** The user's addresses. */
export const emailsQuery = queryOptions({ queryKey: queryKeys.emails(), queryFn: listEmails });
