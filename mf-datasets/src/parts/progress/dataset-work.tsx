import type { FollowedRow } from '@carrel/shared/work';
import {
  backgroundWorkQuery,
  isStanding,
  kindText,
  progressText,
  rowKey,
  standingText,
} from '@carrel/shared/work';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, Flex, Text } from '@carrel/shared/ui';
import { ProgressBar } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';

import { StalledNote } from './stalled-note.tsx';

/** Work that the numbers of the stages do not show. */
const OTHER_WORK: ReadonlySet<string> = new Set(['vectors', 'ocr']);

/**
 * What else is done on a dataset than the processing of its documents, and why work on it stands. The panel of
 * background work reads it; here it is not requested.
 */
export function DatasetWork({ datasetId }: { datasetId: string }) {
  const { data } = useQuery({ ...backgroundWorkQuery(useOrganizationId()), enabled: false });
  const rows = (data?.rows ?? []).filter(
    (row) => row.dataset?.id === datasetId && (OTHER_WORK.has(row.kind) || isStanding(row)),
  );
  return (
    rows.length > 0 && (
      <Box
        as="ul"
        aria-label="Other work on this dataset"
        listStyleType="none"
        mb="4"
        px={{ base: '4', md: '5' }}
        bg="bg.panel"
        borderWidth="1px"
        borderRadius="lg"
        fontSize="sm"
      >
        {rows.map((row) => (
          <Work key={rowKey(row)} row={row} />
        ))}
      </Box>
    )
  );
}

function Work({ row }: { row: FollowedRow }) {
  const { kind, left, total, standing } = row;
  return (
    <Flex
      as="li"
      align="center"
      wrap="wrap"
      columnGap="3"
      rowGap="2"
      py="2.5"
      minHeight="3.25rem"
      borderTopWidth="1px"
      _first={{ borderTopWidth: 0 }}
    >
      <Text fontWeight="medium">{kindText(kind)}</Text>
      <Text color="fg.muted" fontVariantNumeric="tabular-nums">
        {progressText(row)}
      </Text>
      {left !== null && total !== null && total > 0 && (
        <Box flex="1 1 8rem">
          <ProgressBar label={kindText(kind)} value={((total - left) / total) * 100} />
        </Box>
      )}
      {standing !== null && <StalledNote>{standingText(standing)}</StalledNote>}
    </Flex>
  );
}
