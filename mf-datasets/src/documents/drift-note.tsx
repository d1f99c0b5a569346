import { OLDER_READER_MAX } from '@carrel/shared/contract';
import type { DocumentSelection } from '@carrel/shared/contract';
import { countText } from '@carrel/shared/search';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, Button, Flex, Text } from '@carrel/shared/ui';
import { ProgressBar } from '@carrel/shared/ui/signed-in';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { History, RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';

import { useMayEditDataset } from '../parts/use-may-edit-dataset.ts';
import { foundKey } from '../data/find/find.queries.ts';
import { useReprocess } from '../parts/selection/use-reprocess.ts';
import { driftQuery } from '../data/drift.queries.ts';

/**
 * Says that documents were processed with older settings or read by an older reader, and how far their
 * processing is.
 */
export function DriftNote({ datasetId }: { datasetId: string }) {
  const organizationId = useOrganizationId();
  const { data } = useQuery(driftQuery(organizationId, datasetId));
  const reprocessing = data?.reprocessing ?? 0;
  const most = Math.max(useMost(reprocessing), data?.reprocessing_total ?? 0);
  useRefreshAfter(reprocessing > 0, organizationId, datasetId);
  if (data === undefined) return null;
  if (reprocessing > 0) {
    const done = Math.min(most - reprocessing + 1, most);
    return (
      <Note label="Processing again">
        <Text as="output" fontWeight="medium" whiteSpace="nowrap">
          {`Processing ${countText(done)} of ${countText(most)} again`}
        </Text>
        <Box flex="1 1 8rem">
          <ProgressBar
            label="Documents processed again"
            value={((most - reprocessing) / most) * 100}
          />
        </Box>
      </Note>
    );
  }
  const { outdated, older_reader } = data;
  const older = older_reader ?? 0;
  return (
    <>
      {outdated > 0 && (
        <Reason
          datasetId={datasetId}
          label="Older settings"
          text={`${documents(outdated)} processed with older settings.`}
          act={outdated === 1 ? 'Process it again' : 'Process them again'}
          selection={{ outdated: true }}
        />
      )}
      {older > 0 && (
        <Reason
          datasetId={datasetId}
          label="Older reader"
          text={`${
            data.older_reader_is_more === true
              ? `More than ${countText(OLDER_READER_MAX)} documents were`
              : documents(older)
          } read by an older reader.`}
          act="Process again"
          selection={{ older_reader: true }}
        />
      )}
    </>
  );
}

const documents = (count: number) =>
  count === 1 ? '1 document was' : `${countText(count)} documents were`;

interface ReasonProps {
  datasetId: string;
  label: string;
  text: string;
  act: string;
  selection: DocumentSelection;
}

/** Why documents can be processed again, and the press that does it. */
function Reason({ datasetId, label, text, act, selection }: ReasonProps) {
  const mayEdit = useMayEditDataset();
  const reprocess = useReprocess(datasetId);
  return (
    <Note label={label}>
      <Box as="span" color="fg.muted" flexShrink="0">
        <History size={16} aria-hidden />
      </Box>
      <Text flex="1 1 12rem">{text}</Text>
      {mayEdit && (
        <Button
          size="sm"
          loading={reprocess.isPending}
          onClick={() => reprocess.mutateAsync({ selections: [selection] })}
        >
          <RotateCw aria-hidden />
          {act}
        </Button>
      )}
    </Note>
  );
}

function Note({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Flex
      as="section"
      aria-label={label}
      align="center"
      wrap="wrap"
      columnGap="3"
      rowGap="2"
      mb="4"
      px={{ base: '4', md: '5' }}
      py="2.5"
      minHeight="3.25rem"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="lg"
      fontSize="sm"
    >
      {children}
    </Flex>
  );
}

/** Returns the most documents that were in progress since none was. */
function useMost(reprocessing: number): number {
  const [most, setMost] = useState(reprocessing);
  const next = reprocessing === 0 ? 0 : Math.max(most, reprocessing);
  if (next !== most) setMost(next);
  return next;
}

/** Loads found documents again when the last one is done. */
function useRefreshAfter(working: boolean, organizationId: string, datasetId: string): void {
  const queryClient = useQueryClient();
  const wasWorking = useRef(working);
  useEffect(() => {
    const ended = wasWorking.current && !working;
    wasWorking.current = working;
    if (!ended) return;
    void queryClient.invalidateQueries({ queryKey: foundKey(organizationId, datasetId) });
  }, [working, organizationId, datasetId, queryClient]);
}
