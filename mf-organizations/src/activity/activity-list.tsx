import type { AuditRecord } from '@carrel/shared/contract';
import { Box } from '@carrel/shared/ui';
import { RelativeTime } from '@carrel/shared/ui/signed-in';

import { actorOf, actionOf } from '../data/activity/activity-labels.ts';

/** What was done, one sentence each. */
export function ActivityList({ records }: { records: readonly AuditRecord[] }) {
  return (
    <Box
      as="ol"
      aria-label="Activity"
      listStyleType="none"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="lg"
      fontSize="sm"
    >
      {records.map((record) => (
        <Box
          as="li"
          key={record.id}
          display="flex"
          flexWrap="wrap"
          alignItems="baseline"
          columnGap="4"
          rowGap="0.5"
          px="4"
          py="2.5"
          borderBottomWidth="1px"
          _last={{ borderBottomWidth: '0' }}
        >
          <Box as="span" flex="1 1 18rem" minWidth="0" overflowWrap="anywhere">
            <Box as="span" fontWeight="medium">
              {actorOf(record)}
            </Box>
            {` ${actionOf(record)}`}
          </Box>
          <Box as="span" color="fg.muted" display="inline-flex" gap="4" fontSize="xs">
            {record.ip !== null && (
              <Box as="span" fontFamily="mono">
                {record.ip}
              </Box>
            )}
            <RelativeTime value={record.created_at} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}
