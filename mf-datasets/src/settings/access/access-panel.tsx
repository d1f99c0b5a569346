import { describeFailure } from '@carrel/shared/api';
import { useOrganizationId } from '@carrel/shared/shell';
import { ErrorState } from '@carrel/shared/ui';
import { Panel, Skeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';

import { datasetAccessQuery } from '../../data/dataset-access.queries.ts';
import { AccessFacts } from './access-facts.tsx';
import { AccessForm } from './access-form.tsx';

/** Who may see a dataset, and what they may do there; nothing on servers where everybody may see each. */
export function AccessPanel({ datasetId }: { datasetId: string }) {
  const query = useQuery(datasetAccessQuery(useOrganizationId(), datasetId));
  const { data: access, error, isFetching, refetch } = query;
  if (access === null) return null;
  const content = () => {
    if (access?.may_change === true) return <AccessForm datasetId={datasetId} access={access} />;
    if (access !== undefined) return <AccessFacts access={access} />;
    if (error === null) return <Skeleton height="8rem" />;
    return (
      <ErrorState
        title="Failed to load who may see this dataset"
        {...describeFailure(error)}
        retryLabel="Try again"
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  };
  return (
    <Panel title="Access" description="Who sees this dataset, and what they may do in it.">
      {content()}
    </Panel>
  );
}
