import { client } from '@carrel/shared/api';
import { auditPageSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

/** Filters of the activity; an empty text means no filter. */
export interface ActivityFilters {
  person: string;
  action: string;
  day: string;
}

/** Returns the minutes from local midnight to midnight in UTC, on a day. */
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
