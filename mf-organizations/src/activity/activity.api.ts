import { client } from '@carrel/shared/api';
import { auditPageSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

/** What of the activity is wanted; an empty text stands for everything. */
export interface ActivityFilters {
  person: string;
  action: string;
  day: string;
}

/** Minutes from midnight where the reader is to midnight in UTC, on that day. */
const offsetOf = (day: string) => new Date(`${day}T00:00`).getTimezoneOffset();

export const listActivity = (
  organizationId: string,
  { day, ...filters }: ActivityFilters,
  cursor: string,
) =>
  client
    .get(
      apiPaths.audit(organizationId, {
        ...filters,
        ...(day === '' ? {} : { day, offset: offsetOf(day) }),
        cursor,
      }),
    )
    .json(auditPageSchema);
