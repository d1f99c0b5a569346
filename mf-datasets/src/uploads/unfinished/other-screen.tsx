import { consolePaths } from '@carrel/shared/paths';
import { Button } from '@carrel/shared/ui';
import { Link as RouterLink } from 'react-router-dom';

import type { UploadKind } from '../../data/sending/upload-kind.ts';

const SCREENS = {
  files: { path: consolePaths.datasetDocuments, label: 'Add the files again' },
  archive: { path: consolePaths.datasetArchives, label: 'Continue in Bulk Upload' },
};

interface OtherScreenProps {
  /** What the unfinished upload is. */
  kind: UploadKind;
  datasetId: string;
  name: string;
}

/** Leads to the screen on which an unfinished upload is continued. */
export function OtherScreen({ kind, datasetId, name }: OtherScreenProps) {
  const { path, label } = SCREENS[kind];
  return (
    <Button asChild size="sm">
      <RouterLink to={path(datasetId)} aria-label={`${label}: ${name}`}>
        {label}
      </RouterLink>
    </Button>
  );
}
