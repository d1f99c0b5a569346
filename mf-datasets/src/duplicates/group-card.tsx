import { messageOf } from '@carrel/shared/api';
import type { DuplicateDocument, DuplicateGroup } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, Button, Flex, Text, toast } from '@carrel/shared/ui';
import { Badge, formatSize, RelativeTime } from '@carrel/shared/ui/signed-in';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Columns2, EyeOff, Undo2 } from 'lucide-react';
import { useState } from 'react';

import { documentCount } from '../data/chosen-documents.ts';
import { kindText } from '../data/duplicates/duplicate-labels.ts';
import { dismissDuplicates, restoreDuplicates } from '../data/duplicates/duplicates.api.ts';
import { groupDocumentsQuery } from '../data/duplicates/duplicates.queries.ts';
import { useRefreshDocuments } from '../parts/use-refresh-documents.ts';
import { GroupRow } from './group-row.tsx';
import { useResolve } from './use-resolve.tsx';

interface GroupCardProps {
  datasetId: string;
  group: DuplicateGroup;
  readAt: string | undefined;
  mayEdit: boolean;
  onCompare: (documents: DuplicateDocument[]) => void;
}

/** Documents that are alike, and what can be done with them. */
export function GroupCard({ datasetId, group, readAt, mayEdit, onCompare }: GroupCardProps) {
  const organizationId = useOrganizationId();
  const [isWhole, setWhole] = useState(false);
  const all = useInfiniteQuery({
    ...groupDocumentsQuery(organizationId, datasetId, group.id),
    enabled: isWhole,
  });
  const documents = all.data?.pages.flatMap((page) => page.documents) ?? group.shown;
  const resolve = useResolve(datasetId);
  const dismissal = useDismissal(datasetId, group);
  const { dismissed } = group;
  const keep = ({ id, path }: DuplicateDocument) =>
    resolve.ask({
      input: {
        choices: [{ group_id: group.id, document_id: id }],
        ...(readAt !== undefined && { seen_at: readAt }),
      },
      keeps: path,
    });
  const more = group.documents - documents.length;
  return (
    <Box
      as="li"
      aria-label={`${kindText(group)}: ${documentCount(group.documents)}`}
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="lg"
    >
      <Flex align="center" wrap="wrap" gap="2" px={{ base: '4', md: '5' }} py="2.5">
        <Badge tone={group.kind === 'nearly_equal' ? 'info' : 'neutral'}>{kindText(group)}</Badge>
        <Text flex="1 1 10rem" fontSize="sm" color="fg.muted">
          {dismissed
            ? `${documentCount(group.documents)}, dismissed by ${dismissed.by ?? 'somebody'}`
            : `${documentCount(group.documents)}, ${formatSize(group.bytes, { decimals: 1 })} more than one`}
          {dismissed && (
            <>
              {' '}
              <RelativeTime value={dismissed.at} />
            </>
          )}
        </Text>
        {group.kind !== 'equal' && documents.length > 1 && (
          <Button size="sm" onClick={() => onCompare(documents)}>
            <Columns2 size={14} aria-hidden />
            Compare
          </Button>
        )}
        {mayEdit && (
          <Button
            size="sm"
            variant="ghost"
            loading={dismissal.isPending}
            onClick={() =>
              dismissal.mutateAsync(dismissed ? 'restore' : 'dismiss').catch(() => undefined)
            }
          >
            {dismissed ? <Undo2 size={14} aria-hidden /> : <EyeOff size={14} aria-hidden />}
            {dismissed ? 'List again' : 'Not duplicates'}
          </Button>
        )}
      </Flex>
      <Box as="ul" listStyleType="none">
        {documents.map((document) => (
          <GroupRow
            key={document.id}
            datasetId={datasetId}
            document={document}
            busy={resolve.isPlanning}
            onKeep={mayEdit && !dismissed ? () => keep(document) : undefined}
          />
        ))}
      </Box>
      {more > 0 && (
        <Box px={{ base: '4', md: '5' }} py="2" borderTopWidth="1px">
          <Button
            size="sm"
            variant="ghost"
            loading={all.isFetching}
            onClick={() => (isWhole ? void all.fetchNextPage() : setWhole(true))}
          >
            {`Show ${more.toLocaleString('en-US')} more`}
          </Button>
        </Box>
      )}
      {resolve.dialog}
    </Box>
  );
}

/** Says that documents are no duplicates, which can be undone, or takes it back. */
function useDismissal(datasetId: string, { id }: DuplicateGroup) {
  const organizationId = useOrganizationId();
  const refresh = useRefreshDocuments(datasetId);
  const change = (what: 'dismiss' | 'restore') =>
    (what === 'dismiss' ? dismissDuplicates : restoreDuplicates)(organizationId, datasetId, id);
  const undo = useMutation({
    mutationFn: () => change('restore'),
    onError: (error) => toast.error(messageOf(error, 'Failed to list the group again')),
    onSettled: refresh,
  });
  return useMutation({
    mutationFn: change,
    onSuccess: async (_, what) => {
      if (what === 'dismiss') {
        toast.success('Dismissed', { action: { label: 'Undo', onClick: () => undo.mutate() } });
      }
      await refresh();
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to change the group')),
  });
}
