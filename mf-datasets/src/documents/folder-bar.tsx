import { consolePaths } from '@carrel/shared/paths';
import { Flex, IconButton } from '@carrel/shared/ui';
import { Breadcrumbs } from '@carrel/shared/ui/workbench';
import { House } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';

import type { FolderStep } from './folder-path.ts';

interface FolderBarProps {
  datasetId: string;
  /** The folders from the top to this one. */
  steps: readonly FolderStep[];
}

/** The way from the top of a dataset to the current folder. */
export function FolderBar({ datasetId, steps }: FolderBarProps) {
  return (
    <Flex align="center" gap="2" minHeight="10" mb="2" minWidth="0">
      <IconButton asChild label="Home" variant="secondary" size="sm">
        <RouterLink to={consolePaths.datasetDocuments(datasetId)}>
          <House size={16} aria-hidden />
        </RouterLink>
      </IconButton>
      {steps.length > 0 && (
        <Breadcrumbs
          label="Folders"
          items={steps.map(({ name, path }) => ({
            name,
            to: consolePaths.datasetDocuments(datasetId, path),
          }))}
        />
      )}
    </Flex>
  );
}
