import { countText } from '@carrel/shared/search';
import { useMayEdit, useOrganizationId } from '@carrel/shared/shell';
import { Box, Button, Flex, Text } from '@carrel/shared/ui';
import { ProgressBar } from '@carrel/shared/ui/signed-in';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { History, RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { foundKey } from '../data/find/find.queries.ts';
import { useReprocess } from '../parts/selection/use-reprocess.ts';
import { driftQuery } from '../data/drift.queries.ts';

const OUTDATED = { selections: [{ outdated: true } as const] };

/** Says that documents were processed with older settings, and how far their processing is. */
export function DriftNote({ datasetId }: { datasetId: string }) {
  const organizationId = useOrganizationId();
  const { data } = useQuery(driftQuery(organizationId, datasetId));
  const mayEdit = useMayEdit();
  const reprocess = useReprocess(datasetId);
  const outdated = data?.outdated ?? 0;
  const reprocessing = data?.reprocessing ?? 0;
  const most = useMost(reprocessing);
  useRefreshAfter(reprocessing > 0, organizationId, datasetId);
  // Those that are in progress count as outdated until they are done.
  const waiting = Math.max(0, outdated - reprocessing);
  if (waiting === 0 && reprocessing === 0) return null;

  const done = Math.min(most - reprocessing + 1, most);
  return (
    <Flex
      as="section"
      aria-label="Older settings"
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
      {reprocessing > 0 ? (
        <>
          <Text as="output" fontWeight="medium" whiteSpace="nowrap">
            {`Processing ${countText(done)} of ${countText(most)} again`}
          </Text>
          <Box flex="1 1 8rem">
            <ProgressBar
              label="Documents processed again"
              value={((most - reprocessing) / most) * 100}
            />
          </Box>
        </>
      ) : (
        <>
          <Box as="span" color="fg.muted" flexShrink="0">
            <History size={16} aria-hidden />
          </Box>
          <Text flex="1 1 12rem">
            {waiting === 1
              ? '1 document was processed with older settings.'
              : `${countText(waiting)} documents were processed with older settings.`}
          </Text>
          {mayEdit && (
            <Button
              size="sm"
              loading={reprocess.isPending}
              onClick={() => reprocess.mutateAsync(OUTDATED)}
            >
              <RotateCw aria-hidden />
              {waiting === 1 ? 'Process it again' : 'Process them again'}
            </Button>
          )}
        </>
      )}
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
