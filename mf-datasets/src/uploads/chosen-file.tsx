import { shownName } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { Box, Button, Flex, Link, Stack, Text } from '@carrel/shared/ui';
import { formatSize } from '@carrel/shared/ui/signed-in';
import { CircleAlert, CircleCheck, FileArchive } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

import type { Upload } from '../data/upload.atoms.ts';

const WHY = {
  failed: 'This archive has not been uploaded. It is still chosen.',
  vanished:
    'This file was moved, changed or deleted on your computer. Put it back or choose it again.',
};
const ELSEWHERE = 'This upload is running in another tab. It goes on there.';

interface ChosenFileProps {
  datasetId: string;
  upload: Upload;
  onRetry: () => void;
}

/** The file that is chosen, has failed, or has just arrived. */
export function ChosenFile({
  datasetId,
  upload: { file, phase, reason, arrived },
  onRetry,
}: ChosenFileProps) {
  if (file === null) {
    return arrived === null ? null : (
      <Flex as="output" align="center" gap="2" wrap="wrap" fontSize="sm">
        <Text as="span" color="success.fg">
          <CircleCheck size={16} aria-hidden />
        </Text>
        <Text as="span" overflowWrap="anywhere">
          {shownName(arrived.name)} {arrived.stored ? 'is stored.' : 'has arrived.'}
        </Text>
        {!arrived.stored && (
          <Link asChild>
            <RouterLink to={consolePaths.datasetDocuments(datasetId)}>
              Watch its documents
            </RouterLink>
          </Link>
        )}
      </Flex>
    );
  }
  const name = shownName(file.name);
  return (
    <Stack gap="2">
      <Flex align="center" gap="2" minWidth="0">
        <Text as="span" color="fg.muted" flexShrink="0">
          <FileArchive size={16} aria-hidden />
        </Text>
        <Text as="span" fontWeight="medium" truncate title={name}>
          {name}
        </Text>
        <Text as="span" color="fg.muted" fontSize="sm" flexShrink="0">
          {formatSize(file.size, { decimals: 2 })}
        </Text>
      </Flex>
      {phase === 'elsewhere' && (
        <Flex as="output" align="center" gap="2" fontSize="sm" color="fg.muted">
          <CircleAlert size={16} aria-hidden />
          {ELSEWHERE}
        </Flex>
      )}
      {(phase === 'failed' || phase === 'vanished') && (
        <Flex align="center" gap="2" wrap="wrap" fontSize="sm" color="danger.fg">
          <CircleAlert size={16} aria-hidden />
          <Box minWidth="0" flex="1" overflowWrap="anywhere">
            <Text>{WHY[phase]}</Text>
            {phase === 'failed' && reason !== null && <Text>{`Reason: ${reason}`}</Text>}
          </Box>
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        </Flex>
      )}
    </Stack>
  );
}
