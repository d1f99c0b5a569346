import type { Dataset } from '@carrel/shared/contract';
import { useUrlTexts } from '@carrel/shared/shell';
import { Button, CheckboxField, Flex } from '@carrel/shared/ui';
import {
  Badge,
  CopyableId,
  DataTable,
  EmptyState,
  SearchableList,
} from '@carrel/shared/ui/signed-in';
import { SearchX } from 'lucide-react';

import { useAttachAll, useAttachmentToggle } from '../data/attachments.queries.ts';
import { useMayEditWorkspace } from '../parts/use-may-edit-workspace.ts';

interface AttachmentsTableProps {
  organizationId: string;
  workspaceId: string;
  datasets: readonly Dataset[];
  attachedIds: ReadonlySet<string>;
}

interface AttachmentRow {
  dataset: Dataset;
  isAttached: boolean;
  /** While it is changed, and for those who may not change it. */
  isFixed: boolean;
  onToggle: () => void;
}

const COLUMNS = [
  {
    key: 'dataset',
    header: 'Dataset',
    cell: ({ dataset, isAttached, isFixed, onToggle }: AttachmentRow) => (
      <CheckboxField
        label={dataset.name}
        description={dataset.description ?? undefined}
        checked={isAttached}
        disabled={isFixed}
        onChange={onToggle}
      />
    ),
  },
  {
    key: 'state',
    header: 'Status',
    cell: ({ isAttached }: AttachmentRow) =>
      isAttached ? <Badge tone="success">Attached</Badge> : <Badge tone="neutral">Available</Badge>,
  },
  {
    key: 'id',
    header: 'ID',
    cell: ({ dataset }: AttachmentRow) => <CopyableId id={dataset.id} short />,
  },
];

const FILTERS = [
  { value: '', label: 'All' },
  {
    value: 'attached',
    label: 'Attached',
    apply: (rows: readonly AttachmentRow[]) => rows.filter(({ isAttached }) => isAttached),
  },
  {
    value: 'available',
    label: 'Available',
    apply: (rows: readonly AttachmentRow[]) => rows.filter(({ isAttached }) => !isAttached),
  },
];

const textOf = ({ dataset: { name, description, id } }: AttachmentRow) =>
  `${name} ${description ?? ''} ${id}`;

/** All datasets of the organization, each with a checkbox that attaches it. */
export function AttachmentsTable({
  organizationId,
  workspaceId,
  datasets,
  attachedIds,
}: AttachmentsTableProps) {
  const [{ q, show }, setTexts] = useUrlTexts(['q', 'show']);
  const { updating, toggle } = useAttachmentToggle(organizationId, workspaceId);
  const mayEdit = useMayEditWorkspace(workspaceId);
  const attachAll = useAttachAll(organizationId, workspaceId);
  const rows = datasets.map((dataset): AttachmentRow => {
    const isAttached = attachedIds.has(dataset.id);
    return {
      dataset,
      isAttached,
      isFixed: !mayEdit || updating.has(dataset.id) || (attachAll.isPending && !isAttached),
      onToggle: () => toggle(dataset, !isAttached),
    };
  });

  return (
    <SearchableList
      searchLabel="Search datasets"
      search={q}
      onSearch={(text) => setTexts({ q: text })}
      rows={rows}
      textOf={textOf}
      choice={{
        label: 'Show',
        options: FILTERS,
        value: FILTERS.some(({ value }) => value === show) ? show : '',
        onChange: (value) => setTexts({ show: value }),
      }}
      plural="datasets"
      renderNothing={() => (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title="No dataset matches"
          action={<Button onClick={() => setTexts({ q: '', show: '' })}>Show all datasets</Button>}
        />
      )}
    >
      {(found) => (
        <>
          {mayEdit && (
            <AttachAll
              rows={found ?? []}
              pending={attachAll.isPending}
              onAttach={attachAll.mutateAsync}
            />
          )}
          <DataTable
            label="Datasets"
            columns={COLUMNS}
            rows={found ?? []}
            rowKey={({ dataset }) => dataset.id}
          />
        </>
      )}
    </SearchableList>
  );
}

interface AttachAllProps {
  rows: readonly AttachmentRow[];
  pending: boolean;
  onAttach: (datasets: readonly Dataset[]) => Promise<void>;
}

/** A button that attaches every dataset of the list that is not; absent where fewer than two are not. */
function AttachAll({ rows, pending, onAttach }: AttachAllProps) {
  const available = rows.filter(({ isAttached }) => !isAttached).map(({ dataset }) => dataset);
  if (available.length < 2 && !pending) return null;
  return (
    <Flex justify="flex-end" mb="3">
      <Button size="sm" loading={pending} onClick={() => onAttach(available)}>
        Attach all {available.length}
      </Button>
    </Flex>
  );
}
