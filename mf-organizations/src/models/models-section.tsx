import { describeFailure } from '@carrel/shared/api';
import type { Organization } from '@carrel/shared/contract';
import { MODEL_NAMES } from '@carrel/shared/contract/organization';
import { Box, Button, ErrorState, Stack } from '@carrel/shared/ui';
import { Panel, SettingsSection, Skeleton } from '@carrel/shared/ui/signed-in';
import { useInfiniteQuery } from '@tanstack/react-query';

import { modelsQuery } from '../data/models/models.queries.ts';
import { DatasetVectorsList } from './dataset-vectors-list.tsx';
import { ModelRow } from './model-row.tsx';

/** The models of the server, and how far the organization's datasets are embedded. */
export function ModelsSection({ organization }: { organization: Organization }) {
  const models = useInfiniteQuery(modelsQuery(organization.id));
  const content = () => {
    if (models.isPending) {
      return (
        <Box aria-busy>
          <Skeleton height="24rem" />
        </Box>
      );
    }
    const [first] = models.data?.pages ?? [];
    if (first === undefined) {
      return (
        <ErrorState
          title="Failed to load models"
          {...describeFailure(models.error)}
          retrying={models.isFetching}
          onRetry={() => void models.refetch()}
        />
      );
    }
    const datasets = models.data?.pages.flatMap((page) => page.datasets) ?? [];
    return (
      <Stack gap="6">
        <Box
          as="ul"
          aria-label="Models"
          listStyleType="none"
          bg="bg.panel"
          borderWidth="1px"
          borderRadius="lg"
        >
          {MODEL_NAMES.map((use) => (
            <ModelRow key={use} organizationId={organization.id} use={use} model={first[use]} />
          ))}
        </Box>
        {first.embeddings !== null && datasets.length > 0 && (
          <Panel
            flush
            title="Datasets"
            description="Chunks that searches by meaning compare with a question."
          >
            <DatasetVectorsList organizationId={organization.id} datasets={datasets} />
            {models.hasNextPage && (
              <Box px={{ base: '4', md: '5' }} py="3" borderTopWidth="1px">
                <Button
                  loading={models.isFetchingNextPage}
                  onClick={() => void models.fetchNextPage()}
                >
                  Show more
                </Button>
              </Box>
            )}
          </Panel>
        )}
      </Stack>
    );
  };
  return (
    <SettingsSection
      title="Models"
      description="What searches and answers work with. The operator of the server chooses them."
    >
      {content()}
    </SettingsSection>
  );
}
