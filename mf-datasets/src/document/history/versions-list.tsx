import { describeFailure, messageOf } from '@carrel/shared/api';
import { shownName, type DocumentDetail, type DocumentVersion } from '@carrel/shared/contract';
import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { useIsGuest } from '@carrel/shared/search';
import { Box, ErrorState, Flex, IconButton, Text, toast } from '@carrel/shared/ui';
import { formatSize, Menu, RelativeTime, type MenuItem } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { Download, EllipsisVertical, FileText, GitCompare, Trash2, Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';

import type { DocumentPlace } from '../../data/document.api.ts';
import { versionsQuery } from '../../data/versions.queries.ts';
import { startDownload } from '../../parts/selection/download/start-download.ts';
import { useFocusLater } from '../../parts/use-focus-later.ts';
import { useMayEditDataset } from '../../parts/use-may-edit-dataset.ts';
import { useDeleteVersion } from './use-delete-version.tsx';
import { useRestoreVersion } from './use-restore-version.tsx';

interface VersionsListProps {
  place: DocumentPlace;
  document: DocumentDetail;
}

/** What a document was before it was replaced. There is nothing of it for a document that never was, and for guests. */
export function VersionsList({ place, document }: VersionsListProps) {
  const isGuest = useIsGuest();
  const { version } = document;
  const { data, error, isFetching, refetch } = useQuery({
    ...versionsQuery(place, version),
    enabled: !isGuest && typeof version === 'number' && version > 1,
  });
  const restore = useRestoreVersion(place, document);
  const frame = useRef<HTMLDivElement>(null);
  // The button that had the focus goes with its version.
  const deletion = useDeleteVersion(place, document, useFocusLater(frame));
  if (error !== null) {
    return (
      <Box mb="4">
        <ErrorState
          title="Failed to fetch the versions"
          {...describeFailure(error)}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      </Box>
    );
  }
  if (data === undefined) return null;
  return (
    <Box ref={frame} tabIndex={-1} outline="none">
      {data.versions.length > 1 && (
        <Box as="section" aria-label="Versions" mb="5">
          <Text as="h2" fontSize="sm" fontWeight="medium" mb="1">
            Versions
          </Text>
          <Box as="ul" listStyleType="none" borderWidth="1px" borderRadius="md">
            {data.versions.map((one) => (
              <VersionRow
                key={one.number}
                place={place}
                version={one}
                current={data.versions[0]?.number ?? one.number}
                onRestore={() => restore.ask(one)}
                onDelete={() => deletion.ask(one)}
              />
            ))}
          </Box>
        </Box>
      )}
      {restore.dialog}
      {deletion.dialog}
    </Box>
  );
}

interface VersionRowProps {
  place: DocumentPlace;
  version: DocumentVersion;
  current: number;
  onRestore: () => void;
  onDelete: () => void;
}

function VersionRow(props: VersionRowProps) {
  const { version, current } = props;
  const { number, size, original, received_at, received_from, has_text } = version;
  const items = useVersionItems(props);
  const isCurrent = number === current;
  return (
    <Flex
      as="li"
      align="center"
      gap="2"
      ps="3"
      pe="1"
      py="1.5"
      css={{ '&:not(:last-of-type)': { borderBottomWidth: '1px' } }}
    >
      <Box flex="1" minWidth="0">
        <Text fontSize="sm" truncate>
          {`Version ${number}`}
          {isCurrent && (
            <Box as="span" color="fg.muted">
              {' · current'}
            </Box>
          )}
        </Text>
        <Flex wrap="wrap" columnGap="2" fontSize="xs" color="fg.muted">
          <RelativeTime value={received_at} />
          <span>{formatSize(size, { decimals: 1 })}</span>
          {original === 'gone' && <span>{has_text ? 'Text only' : 'Not stored any more'}</span>}
        </Flex>
        {received_from && (
          <Text fontSize="xs" color="fg.muted" truncate title={received_from}>
            {`From ${received_from}`}
          </Text>
        )}
      </Box>
      {items.length > 0 && (
        <Menu
          label={`Actions of version ${number}`}
          items={items}
          trigger={
            <IconButton label={`Actions of version ${number}`}>
              <EllipsisVertical aria-hidden />
            </IconButton>
          }
        />
      )}
    </Flex>
  );
}

/** What can be done with a version. */
function useVersionItems(props: VersionRowProps): MenuItem[] {
  const { place, version, current, onRestore, onDelete } = props;
  const navigate = useNavigate();
  const mayEdit = useMayEditDataset();
  const { organizationId, datasetId, documentId } = place;
  const { number, original, has_text } = version;
  const open = (query: { version?: number; from?: number; to?: number }) =>
    void navigate(consolePaths.documentVersions(datasetId, documentId, query));
  const download = () =>
    startDownload(
      apiPaths.versionContent(datasetId, documentId, number, { organization_id: organizationId }),
      organizationId,
    ).catch((error: unknown) =>
      toast.error(messageOf(error, `Failed to download ${shownName(version.name)}`)),
    );
  const isStored = original === 'stored';
  const isReadable = has_text || isStored;
  if (number === current) return [];
  return [
    ...(isReadable
      ? [
          {
            key: 'view',
            label: 'View',
            icon: <FileText />,
            onSelect: () => open({ version: number }),
          },
          {
            key: 'compare',
            label: 'Compare with current',
            icon: <GitCompare />,
            onSelect: () => open({ from: number, to: current }),
          },
        ]
      : []),
    ...(isStored
      ? [
          {
            key: 'download',
            label: 'Download',
            icon: <Download />,
            onSelect: () => void download(),
          },
        ]
      : []),
    ...(isStored && mayEdit
      ? [{ key: 'restore', label: 'Restore', icon: <Undo2 />, onSelect: onRestore }]
      : []),
    ...(mayEdit
      ? [{ key: 'delete', label: 'Delete…', icon: <Trash2 />, danger: true, onSelect: onDelete }]
      : []),
  ];
}
