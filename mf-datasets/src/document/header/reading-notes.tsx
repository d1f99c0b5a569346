import type { DocumentDetail } from '@carrel/shared/contract';
import { omissionsText } from '@carrel/shared/contract';
import { Box, Button, Flex, Text } from '@carrel/shared/ui';
import { StatusBadge } from '@carrel/shared/ui/signed-in';
import { FileMinus, History, LoaderCircle, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';

import { useMayEditDataset } from '../../parts/use-may-edit-dataset.ts';
import { useReprocess } from '../../parts/selection/use-reprocess.ts';

/** What a person should know of how a file was read: by which reader, and what is missing. */
export function ReadingNotes({ document }: { document: DocumentDetail }) {
  const omitted = document.omitted ?? [];
  if (omitted.length === 0 && document.older_reader !== true) return null;
  return (
    <Flex as="section" aria-label="How it was read" direction="column" gap="2" mb="3" fontSize="sm">
      {document.older_reader === true && <OlderReader document={document} />}
      {omitted.length > 0 && (
        <Note icon={<FileMinus size={16} aria-hidden />}>
          <Text flex="1" minWidth="0" color="fg.muted" overflowWrap="anywhere">
            {`Left out: ${omissionsText(omitted)}`}
          </Text>
        </Note>
      )}
    </Flex>
  );
}

function OlderReader({ document }: { document: DocumentDetail }) {
  const { id, dataset, original, reprocessing } = document;
  const mayEdit = useMayEditDataset();
  const reprocess = useReprocess(dataset.id);
  const isStored = original === 'stored';
  return (
    <Note icon={<History size={16} aria-hidden />}>
      <Text flex="1 1 14rem" minWidth="0">
        <Box as="span" fontWeight="medium">
          Read by an older reader
        </Box>
        <Box as="span" color="fg.muted">
          {isStored
            ? '. This version may read more of it.'
            : '. Upload the file again to have it read by this version.'}
        </Box>
      </Text>
      {reprocessing === true ? (
        <Flex align="center" minHeight="7">
          <StatusBadge label="Processing again" tone="info" pulse icon={<LoaderCircle />} />
        </Flex>
      ) : (
        mayEdit &&
        isStored && (
          <Button
            size="sm"
            loading={reprocess.isPending}
            onClick={() => reprocess.mutateAsync({ selections: [{ document_ids: [id] }] })}
          >
            <RotateCw aria-hidden />
            Process again
          </Button>
        )
      )}
    </Note>
  );
}

function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Flex align={{ base: 'flex-start', md: 'center' }} gap="2">
      <Box as="span" flexShrink="0" color="fg.muted" pt={{ base: '0.5', md: '0' }}>
        {icon}
      </Box>
      <Flex flex="1" minWidth="0" wrap="wrap" align="center" columnGap="3" rowGap="1">
        {children}
      </Flex>
    </Flex>
  );
}
