import { consolePaths } from '@carrel/shared/paths';
import { Button, IconButton } from '@carrel/shared/ui';
import { Menu, useIsMobile } from '@carrel/shared/ui/signed-in';
import { CopyCheck, Ellipsis, Upload } from 'lucide-react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';

import { useMayEditDataset } from '../parts/use-may-edit-dataset.ts';
import { AddFiles } from '../uploads/files/add-files.tsx';
import type { AddFilesProps } from '../uploads/files/add-files.tsx';

interface DocumentsActionsProps extends AddFilesProps {
  datasetId: string;
}

/** The ways to add documents, and to those that are there twice. On a phone the less frequent ones are in a menu. */
export function DocumentsActions({ datasetId, ...props }: DocumentsActionsProps) {
  const isMobile = useIsMobile();
  const navigate = useNavigate();
  const to = consolePaths.datasetArchives(datasetId);
  const mayEdit = useMayEditDataset();
  const toDuplicates = consolePaths.datasetDuplicates(datasetId);
  return (
    <>
      {mayEdit && !isMobile && (
        <Button asChild variant="ghost">
          <RouterLink to={toDuplicates}>Duplicates</RouterLink>
        </Button>
      )}
      <AddFiles {...props} />
      {isMobile ? (
        <Menu
          label="More"
          items={[
            {
              label: 'Bulk Upload',
              icon: <Upload size={14} aria-hidden />,
              onSelect: () => void navigate(to),
            },
            ...(mayEdit
              ? [
                  {
                    label: 'Duplicates',
                    icon: <CopyCheck size={14} aria-hidden />,
                    onSelect: () => void navigate(toDuplicates),
                  },
                ]
              : []),
          ]}
          trigger={
            <IconButton label="More">
              <Ellipsis aria-hidden />
            </IconButton>
          }
        />
      ) : (
        <Button asChild variant="primary">
          <RouterLink to={to}>
            <Upload size={16} aria-hidden />
            Bulk Upload
          </RouterLink>
        </Button>
      )}
    </>
  );
}
