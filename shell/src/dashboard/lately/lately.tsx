import { describeFailure } from '@carrel/shared/api';
import type { Overview } from '@carrel/shared/contract/organization';
import { consolePaths } from '@carrel/shared/paths';
import { counted } from '@carrel/shared/search';
import { useOrganizationId } from '@carrel/shared/shell';
import { ErrorState } from '@carrel/shared/ui';
import { RelativeTime } from '@carrel/shared/ui/signed-in';
import type { DayPart } from '@carrel/shared/ui/signed-in';

import { failedDocumentsPath } from '../failed-documents-path.ts';
import { Cards, LatelySkeleton } from './lately-frame.tsx';
import { useOverview } from './lately.queries.ts';
import { ListCard } from './list-card.tsx';
import { PlotCard } from './plot-card.tsx';
import { StorageCard } from './storage-card.tsx';

const BY_STATUS: readonly DayPart<Overview['uploads']['days'][number]>[] = [
  { label: 'Ready', tone: 'success', valueOf: ({ ready }) => ready },
  { label: 'Processing', tone: 'info', valueOf: ({ processing }) => processing },
  { label: 'Ingested', tone: 'neutral', valueOf: ({ ingested }) => ingested },
  { label: 'Errors', tone: 'danger', valueOf: ({ errors }) => errors },
];

const BY_RESULTS: readonly DayPart<NonNullable<Overview['searches']>[number]>[] = [
  {
    label: 'Without results',
    tone: 'danger',
    valueOf: ({ without_results: withoutResults }) => withoutResults,
  },
  {
    label: 'With results',
    tone: 'info',
    valueOf: ({ searches, without_results: withoutResults }) => searches - withoutResults,
  },
];

const documentsText = (count: number) => counted(count, 'document', 'documents');

/** What happened in the organization in the last 30 days; nothing from a server that does not say. */
export function Lately() {
  const organizationId = useOrganizationId();
  const { data, error, isError, isFetching, refetch } = useOverview(organizationId);
  if (data === null) return null;
  if (data === undefined) {
    return isError ? (
      <ErrorState
        title="Failed to load what happened lately"
        {...describeFailure(error)}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <LatelySkeleton />
    );
  }
  const { uploads, storage, working, failures, searches, unanswered } = data;
  return (
    <Cards>
      <PlotCard
        title="Documents by day"
        description={
          uploads.complete
            ? 'Uploads of the last 30 days, by status now.'
            : 'Newest uploads of the last 30 days, by status now.'
        }
        counted="Documents"
        days={uploads.days}
        parts={BY_STATUS}
        empty="Documents are counted here on the day they are uploaded."
      />
      <PlotCard
        title="Searches by day"
        description="The last 30 days, in all workspaces."
        counted="Searches"
        days={searches}
        parts={BY_RESULTS}
        empty={
          searches === undefined
            ? 'Editors and above see here how much is searched for, if the organization keeps it.'
            : 'Searches in workspaces are counted here.'
        }
      />
      <ListCard
        title="Newest failures"
        description={failures.complete ? undefined : 'Not all documents that failed are counted.'}
        rows={failures.reasons.map(
          ({ reason, documents, dataset_id: datasetId, last_at: lastAt }) => ({
            key: reason,
            name: reason === '' ? 'No reason is known' : reason,
            to: failedDocumentsPath(datasetId, reason),
            aside: (
              <>
                {documentsText(documents)}, <RelativeTime value={lastAt} />
              </>
            ),
          }),
        )}
        empty="No document has failed. When one does, the reason is listed here."
      />
      <ListCard
        title="Being processed"
        rows={working.map(({ dataset_id: datasetId, name, documents }) => ({
          key: datasetId,
          name,
          to: consolePaths.datasetDocuments(datasetId),
          aside: documentsText(documents),
        }))}
        empty="Nothing is waiting. Datasets are listed here while their documents are processed."
      />
      {unanswered !== undefined && (
        <ListCard
          title="Searches without results"
          description="The last 30 days, by workspace."
          rows={unanswered.map(
            ({ workspace_id: workspaceId, name, without_results: withoutResults }) => ({
              key: workspaceId,
              name,
              to: consolePaths.workspaceSearches(workspaceId),
              aside: counted(withoutResults, 'search', 'searches'),
            }),
          )}
          empty="Workspaces are listed here when a search in them finds nothing."
        />
      )}
      <StorageCard storage={storage} organizationId={organizationId} />
    </Cards>
  );
}
