import { describeFailure, isApiError, useFirstRead } from '@carrel/shared/api';
import type { DocumentDetail, DocumentVersion } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { useOrganizationId } from '@carrel/shared/shell';
import { Box, Button, ErrorState, IconButton } from '@carrel/shared/ui';
import { EmptyState, PageHeader, useIsMobile } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { FileText, History, Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';

import type { DocumentPlace } from '../../data/document.api.ts';
import { documentQuery } from '../../data/document.queries.ts';
import { useLiveDataset } from '../../data/live/use-live-dataset.ts';
import { versionsQuery } from '../../data/versions.queries.ts';
import { useMayEditDataset } from '../../parts/use-may-edit-dataset.ts';
import { HeaderFrame } from '../header/header-frame.tsx';
import { useRestoreVersion } from '../history/use-restore-version.tsx';
import { DocumentLayout, Pane } from '../screen/document-layout.tsx';
import { DocumentNotFound } from '../screen/document-not-found.tsx';
import { DocumentSkeleton } from '../screen/document-skeleton.tsx';
import { useDocumentPage } from '../screen/use-document-page.ts';
import { chosenVersions } from './chosen-versions.ts';
import { VersionChoice } from './version-choice.tsx';
import { VersionComparisonView } from './version-comparison-view.tsx';
import { VersionText } from './version-text.tsx';

interface VersionsScreenProps {
  datasetId: string;
  documentId: string;
}

/** The text of an earlier version of a document, or what differs between two versions. */
export function VersionsScreen({ datasetId, documentId }: VersionsScreenProps) {
  const organizationId = useOrganizationId();
  const place = useMemo(
    () => ({ organizationId, datasetId, documentId }),
    [organizationId, datasetId, documentId],
  );
  const live = useLiveDataset(datasetId);
  const read = documentQuery(place, live);
  useFirstRead(read);
  const document = useQuery(read);
  const versions = useQuery({
    ...versionsQuery(place, document.data?.version),
    enabled: document.data !== undefined,
  });
  const error = document.error ?? versions.error;
  const isMissing = isApiError(error) && error.status === 404;
  useDocumentPage(datasetId, isMissing ? undefined : document.data);
  if (isMissing) return <DocumentNotFound datasetId={datasetId} />;
  if (document.data !== undefined && versions.data !== undefined) {
    return (
      <LoadedVersions place={place} document={document.data} versions={versions.data.versions} />
    );
  }
  if (error === null) return <DocumentSkeleton />;
  return (
    <>
      <PageHeader title="Document" />
      <ErrorState
        title="Failed to fetch the versions"
        {...describeFailure(error)}
        retrying={document.isFetching || versions.isFetching}
        onRetry={() => {
          void document.refetch();
          void versions.refetch();
        }}
      />
    </>
  );
}

interface LoadedVersionsProps {
  place: DocumentPlace;
  document: DocumentDetail;
  versions: readonly DocumentVersion[];
}

function LoadedVersions({ place, document, versions }: LoadedVersionsProps) {
  const [search, setSearch] = useSearchParams();
  const mayEdit = useMayEditDataset();
  const isMobile = useIsMobile();
  const address = consolePaths.document(place.datasetId, place.documentId);
  const restore = useRestoreVersion(place, document);
  const chosen = chosenVersions(search, versions);
  const shown = versions.find(
    ({ number }) => number === (chosen?.kind === 'text' ? chosen.version : chosen?.from),
  );
  const mayRestore = mayEdit && shown?.original === 'stored' && shown !== versions[0];
  return (
    <DocumentLayout
      header={
        <HeaderFrame
          title={document.name}
          actions={
            <>
              {mayRestore && (
                <Button onClick={() => restore.ask(shown)}>
                  <Undo2 size={16} aria-hidden />
                  {isMobile ? 'Restore' : `Restore version ${shown.number}`}
                </Button>
              )}
              {isMobile ? (
                <IconButton asChild label="Document">
                  <RouterLink to={address}>
                    <FileText aria-hidden />
                  </RouterLink>
                </IconButton>
              ) : (
                <Button asChild variant="secondary">
                  <RouterLink to={address}>
                    <FileText size={16} aria-hidden />
                    Document
                  </RouterLink>
                </Button>
              )}
            </>
          }
          facts={
            chosen?.kind === 'text' ? `Version ${chosen.version}` : 'What differs between versions'
          }
        />
      }
    >
      <Box
        gridColumn="1 / -1"
        minWidth="0"
        minHeight="0"
        display="grid"
        gridTemplateRows="minmax(0, 1fr)"
      >
        <Pane>
          {chosen === undefined ? (
            <Box p="6">
              <EmptyState
                icon={<History />}
                title="No earlier version is kept"
                description="Versions are kept when a document is replaced, for as long as the settings of its dataset say."
              />
            </Box>
          ) : (
            <>
              <VersionChoice
                versions={versions}
                chosen={chosen}
                onChoose={(query) => setSearch(query, { replace: true })}
              />
              {chosen.kind === 'text' ? (
                <VersionText key={chosen.version} place={place} number={chosen.version} />
              ) : (
                <VersionComparisonView
                  key={`${chosen.from} ${chosen.to}`}
                  place={place}
                  from={chosen.from}
                  to={chosen.to}
                />
              )}
            </>
          )}
        </Pane>
      </Box>
      {restore.dialog}
    </DocumentLayout>
  );
}
