import { messageOf, queryKeys } from '@carrel/shared/api';
import { MOVED_RULES } from '@carrel/shared/contract';
import type { MovedRule } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, Button, Flex, Text, toast } from '@carrel/shared/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';

import { updateDataset } from '../../data/datasets.api.ts';
import { MOVED_RULE_LABELS } from '../../data/moves/moved-rules.ts';
import { manifestQuery } from './use-upload-plan.ts';

/** Asks once what uploads do with documents that were moved here: where there are some, and nobody has chosen. */
export function MovedRuleChoice({ datasetId }: { datasetId: string }) {
  const organizationId = useOrganizationId();
  const queryClient = useQueryClient();
  const headingId = useId();
  const { data: isOpen = false } = useQuery({
    ...manifestQuery(organizationId, datasetId),
    // The plan reads it.
    enabled: false,
    select: ({ documents, moved_documents: rule }) =>
      (rule ?? null) === null && documents.some(({ origin_path: origin }) => origin !== undefined),
  });
  const save = useMutation({
    mutationFn: (rule: MovedRule) =>
      updateDataset(organizationId, datasetId, { moved_documents: rule }),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: queryKeys.datasets(organizationId) }),
    onError: (error) => toast.error(messageOf(error, 'Failed to save the choice')),
  });
  if (!isOpen) return null;
  return (
    <Box
      as="section"
      aria-labelledby={headingId}
      borderWidth="1px"
      borderRadius="md"
      px="4"
      py="3"
      fontSize="sm"
    >
      <Text id={headingId} fontWeight="medium">
        Documents of this dataset were moved. What do archives do with them?
      </Text>
      <Text color="fg.muted" mt="1">
        It is asked once. Until then they stay where they are; the settings change it.
      </Text>
      <Flex gap="2" mt="3" wrap="wrap">
        {MOVED_RULES.map((rule) => (
          <Button
            key={rule}
            size="sm"
            loading={save.isPending && save.variables === rule}
            disabled={save.isPending}
            onClick={() => save.mutate(rule)}
          >
            {MOVED_RULE_LABELS[rule]}
          </Button>
        ))}
      </Flex>
    </Box>
  );
}
