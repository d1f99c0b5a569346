import type { DatasetVectors } from '@carrel/shared/contract/organization';
import { consolePaths } from '@carrel/shared/paths';
import { useShell } from '@carrel/shared/shell';
import { Box, Flex, Link, Text } from '@carrel/shared/ui';
import { ProgressBar, StatusBadge } from '@carrel/shared/ui/signed-in';
import { CircleCheck, CircleDashed, Layers } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

import { vectorsText } from '../data/models/model-labels.ts';

interface DatasetVectorsListProps {
  organizationId: string;
  datasets: readonly DatasetVectors[];
}

const STATES = {
  none: { icon: <CircleDashed />, label: 'Empty', tone: 'neutral' },
  building: { icon: <Layers />, label: 'Embedding', tone: 'info' },
  ready: { icon: <CircleCheck />, label: 'Ready', tone: 'success' },
} as const;

/** How much of each dataset has vectors. */
export function DatasetVectorsList({ organizationId, datasets }: DatasetVectorsListProps) {
  // The screens of datasets are those of the selected organization.
  const isSelected = useShell().organizationId === organizationId;
  return (
    <Box as="ul" aria-label="Vectors of datasets" listStyleType="none">
      {datasets.map((dataset) => (
        <Box as="li" key={dataset.id} px={{ base: '4', md: '5' }} py="3" borderTopWidth="1px">
          <Flex align="flex-start" columnGap="4" rowGap="1" wrap="wrap">
            <Box
              flex="1 1 12rem"
              minWidth="0"
              fontSize="sm"
              fontWeight="medium"
              overflowWrap="anywhere"
            >
              {isSelected ? (
                <Link asChild variant="quiet">
                  <RouterLink to={consolePaths.datasetDocuments(dataset.id)}>
                    {dataset.name}
                  </RouterLink>
                </Link>
              ) : (
                dataset.name
              )}
            </Box>
            <StatusBadge {...STATES[dataset.state]} pulse={dataset.state === 'building'} />
          </Flex>
          <Bar dataset={dataset} />
          <Text fontSize="xs" color="fg.muted" mt="1" fontVariantNumeric="tabular-nums">
            {vectorsText(dataset)}
          </Text>
        </Box>
      ))}
    </Box>
  );
}

function Bar({ dataset: { name, chunks, vectors } }: { dataset: DatasetVectors }) {
  if (chunks === null || vectors === null || vectors >= chunks) return null;
  return (
    <Box mt="2" mb="1" maxWidth="30rem">
      <ProgressBar label={`Vectors of ${name}`} value={(100 * vectors) / chunks} />
    </Box>
  );
}
