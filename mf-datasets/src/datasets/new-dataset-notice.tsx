import { consolePaths } from '@carrel/shared/paths';
import { Button, Flex, IconButton, Text } from '@carrel/shared/ui';
import { Upload, X } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

/** A dataset that was just created. */
export interface NewDataset {
  id: string;
  name: string;
}

interface NewDatasetNoticeProps {
  dataset: NewDataset;
  onDismiss: () => void;
}

/** Links from a new dataset, which is empty, to its upload. */
export function NewDatasetNotice({ dataset, onDismiss }: NewDatasetNoticeProps) {
  return (
    <Flex
      as="output"
      align="center"
      wrap="wrap"
      gap="2"
      mb="4"
      ps="4"
      pe="2"
      py="2"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="lg"
    >
      <Text flex="1" minWidth="12rem" overflowWrap="anywhere">
        <strong>{dataset.name}</strong> has no documents yet.
      </Text>
      <Button asChild variant="secondary" size="sm">
        <RouterLink to={consolePaths.datasetArchives(dataset.id)}>
          <Upload size={14} aria-hidden />
          Upload documents
        </RouterLink>
      </Button>
      <IconButton label="Dismiss" size="sm" onClick={onDismiss}>
        <X size={16} aria-hidden />
      </IconButton>
    </Flex>
  );
}
