import type { Dataset } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { Box, Link, Text } from '@carrel/shared/ui';
import { CopyableId, DataTable, LimitedName, useIsMobile } from '@carrel/shared/ui/signed-in';
import type { RowAction, TableColumn } from '@carrel/shared/ui/signed-in';
import { FileText, Pencil, Trash2, Upload } from 'lucide-react';
import { memo } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';

import { DocumentCounts } from './document-counts.tsx';

interface DatasetsTableProps {
  /** Undefined while they are loaded. */
  datasets: readonly Dataset[] | undefined;
  /** Its identity has to be stable, as that of the next. */
  onEdit: (dataset: Dataset) => void;
  onDelete: (dataset: Dataset) => void;
}

const columns: readonly TableColumn<Dataset>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: (dataset) => (
      // One piece: a card puts what is in a cell side by side.
      <Box minWidth="0">
        <DatasetName dataset={dataset} />
        <DocumentCounts dataset={dataset} />
      </Box>
    ),
  },
  {
    key: 'description',
    header: 'Description',
    grow: true,
    cell: ({ description }) => (
      <Text as="span" color="fg.muted">
        {(description ?? '') === '' ? 'No description' : description}
      </Text>
    ),
  },
  { key: 'id', header: 'ID', cell: ({ id }) => <CopyableId id={id} short /> },
];

/** Datasets with links into them and their actions. */
export const DatasetsTable = memo(function DatasetsTable(props: DatasetsTableProps) {
  const { datasets, onEdit, onDelete } = props;
  const navigate = useNavigate();
  // A button needs no icon; in the menu of a card every item has one.
  const isMobile = useIsMobile();
  const actionsOf = (dataset: Dataset): RowAction[] => [
    {
      label: 'View',
      icon: isMobile && <FileText size={14} aria-hidden />,
      prominent: true,
      to: consolePaths.datasetDocuments(dataset.id),
      onSelect: () => void navigate(consolePaths.datasetDocuments(dataset.id)),
    },
    {
      label: 'Bulk Upload',
      icon: isMobile && <Upload size={14} aria-hidden />,
      prominent: true,
      to: consolePaths.datasetArchives(dataset.id),
      onSelect: () => void navigate(consolePaths.datasetArchives(dataset.id)),
    },
    {
      label: 'Edit',
      icon: <Pencil size={14} aria-hidden />,
      onSelect: () => onEdit(dataset),
    },
    {
      label: 'Delete',
      icon: <Trash2 size={14} aria-hidden />,
      danger: true,
      onSelect: () => onDelete(dataset),
    },
  ];
  return (
    <DataTable
      label="Datasets"
      loading={datasets === undefined}
      rows={datasets ?? []}
      rowKey={(dataset) => dataset.id}
      columns={columns}
      actions={actionsOf}
    />
  );
});

/** A link into a dataset, and whether only named people may follow it. */
function DatasetName({ dataset }: { dataset: Dataset }) {
  return (
    <LimitedName isLimited={dataset.access === 'named'}>
      <Link
        asChild
        variant="quiet"
        display="block"
        overflow="hidden"
        textOverflow="ellipsis"
        maxWidth={{ md: '10rem', xl: '18rem' }}
      >
        <RouterLink to={consolePaths.datasetDocuments(dataset.id)} title={dataset.name}>
          {dataset.name}
        </RouterLink>
      </Link>
    </LimitedName>
  );
}
