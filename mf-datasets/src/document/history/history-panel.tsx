import type { DocumentDetail, HistoryEntry } from '@carrel/shared/contract';
import { omissionsText, shownName } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { Box, Flex, Link, Text } from '@carrel/shared/ui';
import { EmptyState, formatDate, RelativeTime } from '@carrel/shared/ui/signed-in';
import { CircleAlert, CircleCheck, FileDown, History, RotateCw, TriangleAlert } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

import type { DocumentPlace } from '../../data/document.api.ts';
import { durationText, stageText } from './history-labels.ts';
import { VersionsList } from './versions-list.tsx';

interface HistoryPanelProps {
  place: DocumentPlace;
  document: DocumentDetail;
}

/** The versions of a document, and what happened to it, the newest first. */
export function HistoryPanel({ place, document }: HistoryPanelProps) {
  const { history, outdated, archive, dataset } = document;
  return (
    <Box
      flex="1"
      minHeight="0"
      overflowY="auto"
      p="4"
      tabIndex={0}
      as="section"
      aria-label="History"
    >
      {outdated && (
        <Flex gap="2.5" p="3" mb="4" borderRadius="md" bg="warning.subtle" color="warning.fg">
          <Box as="span" flexShrink="0" pt="0.5">
            <TriangleAlert size={16} aria-hidden />
          </Box>
          <Box fontSize="sm">
            <Text fontWeight="medium">Processed with older settings</Text>
            <Text>The settings of the dataset have changed since its chunks were made.</Text>
          </Box>
        </Flex>
      )}
      {archive && (
        <Text fontSize="sm" color="fg.muted" mb="4" overflowWrap="anywhere">
          {'From the archive '}
          <Link asChild>
            <RouterLink to={consolePaths.datasetArchives(dataset.id)}>{archive.name}</RouterLink>
          </Link>
          {` of ${formatDate(archive.created_at)}`}
        </Text>
      )}
      <VersionsList place={place} document={document} />
      {history.length === 0 ? (
        <EmptyState icon={<History />} title="No history yet" />
      ) : (
        <Box as="ol" aria-label="History" listStyleType="none" css={ENTRIES}>
          {history.toReversed().map((entry, at) => (
            // Two entries may have the same stage and time.
            // oxlint-disable-next-line react/no-array-index-key
            <Entry key={history.length - at} entry={entry} />
          ))}
        </Box>
      )}
    </Box>
  );
}

const ENTRIES = {
  '& > li': { position: 'relative', ps: '7', pb: '5' },
  // The line from each entry to the one before it.
  '& > li:not(:last-of-type)::before': {
    content: '""',
    position: 'absolute',
    insetInlineStart: '7px',
    top: '1.375rem',
    bottom: '-0.125rem',
    width: '1px',
    bg: 'border.strong',
  },
};

const ICONS: Readonly<Record<string, LucideIcon>> = { received: FileDown, retry: RotateCw };

function Entry({ entry }: { entry: HistoryEntry }) {
  const { stage, at, ms, attempt, error, detail, omitted } = entry;
  const Icon = error ? CircleAlert : (ICONS[stage] ?? CircleCheck);
  const isDone = !error && ICONS[stage] === undefined;
  return (
    <li>
      <Box
        as="span"
        position="absolute"
        insetInlineStart="0"
        top="0.1875rem"
        color={error ? 'danger.fg' : isDone ? 'success.fg' : 'fg.muted'}
      >
        <Icon size={15} aria-hidden />
      </Box>
      <Text fontSize="sm" fontWeight="medium" overflowWrap="anywhere">
        {stageText(entry)}
      </Text>
      <Flex wrap="wrap" columnGap="2" fontSize="xs" color="fg.muted" css={FACTS}>
        <RelativeTime value={at} />
        {typeof ms === 'number' && <span>{durationText(ms)}</span>}
        {typeof attempt === 'number' && attempt > 1 && <span>{`Attempt ${attempt}`}</span>}
      </Flex>
      {omitted && omitted.length > 0 && (
        <Text mt="1" fontSize="sm" overflowWrap="anywhere">
          {`Left out: ${omissionsText(omitted)}`}
        </Text>
      )}
      {error && (
        <Text mt="1" fontSize="sm" color="danger.fg" overflowWrap="anywhere">
          {error}
        </Text>
      )}
      {detail && (
        <Box as="details" mt="1" fontSize="xs" color="fg.muted">
          <Box as="summary" cursor="pointer" width="fit-content" borderRadius="sm">
            Details
          </Box>
          <Text mt="1" fontFamily="mono" whiteSpace="pre-wrap" overflowWrap="anywhere">
            {shownName(detail)}
          </Text>
        </Box>
      )}
    </li>
  );
}

const FACTS = { '& > :not(:last-child)::after': { content: '"·"', marginInlineStart: '0.5rem' } };
