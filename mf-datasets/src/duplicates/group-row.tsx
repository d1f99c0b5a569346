import { shownName } from '@carrel/shared/contract';
import type { DuplicateDocument } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { Box, Button, Flex, Link, Text } from '@carrel/shared/ui';
import { Badge, formatSize, RelativeTime } from '@carrel/shared/ui/signed-in';
import { Link as RouterLink } from 'react-router-dom';

interface GroupRowProps {
  datasetId: string;
  document: DuplicateDocument;
  busy: boolean;
  /** Deletes all others; undefined where the user may not. */
  onKeep: (() => unknown) | undefined;
}

/** A document of a group. */
export function GroupRow({ datasetId, document, busy, onKeep }: GroupRowProps) {
  const { id, path, size, created_at, is_inside } = document;
  const name = shownName(document.name);
  return (
    <Flex
      as="li"
      align="center"
      wrap={{ base: 'wrap', md: 'nowrap' }}
      columnGap="4"
      rowGap="1"
      px={{ base: '4', md: '5' }}
      py="1.5"
      minHeight="2.75rem"
      borderTopWidth="1px"
      fontSize="sm"
    >
      <Box flex="1 1 14rem" minWidth="0" overflowWrap="anywhere">
        <Link asChild>
          <RouterLink to={consolePaths.document(datasetId, id)}>{shownName(path)}</RouterLink>
        </Link>
        {is_inside === true && (
          <>
            {' '}
            <Badge>Inside of another document</Badge>
          </>
        )}
      </Box>
      <Text color="fg.muted" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
        {formatSize(size, { decimals: 1 })}
      </Text>
      <Text color="fg.muted" whiteSpace="nowrap" flex={{ base: '1', md: '0 0 7rem' }}>
        <RelativeTime value={created_at} />
      </Text>
      {onKeep !== undefined && (
        <Button
          size="sm"
          disabled={busy}
          aria-label={`Keep only this: ${name}`}
          onClick={() => void onKeep()}
        >
          Keep only this
        </Button>
      )}
    </Flex>
  );
}
