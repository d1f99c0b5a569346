import { describeFailure } from '@carrel/shared/api';
import { useOrganizationId } from '@carrel/shared/shell';
import { ErrorState, Stack } from '@carrel/shared/ui';
import { Panel, Skeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';

import { AccessFacts } from './access-facts.tsx';
import { AccessForm } from './access-form.tsx';
import type { AccessObject } from './access-object.ts';
import { accessQuery } from './access.queries.ts';
import { KeptNote } from './kept/kept-note.tsx';

/** Who may see a dataset or workspace, and what they may do there; nothing on servers where everybody may see each. */
export function AccessPanel({ object }: { object: AccessObject }) {
  const { kind } = object;
  const query = useQuery(accessQuery(useOrganizationId(), object));
  const { data: access, error, isFetching, refetch } = query;
  if (access === null) return null;
  const content = () => {
    if (access?.may_change === true) {
      return (
        <Stack gap="4">
          {access.kept === true && kind === 'dataset' && <KeptNote object={object} />}
          <AccessForm object={object} access={access} />
        </Stack>
      );
    }
    if (access !== undefined) return <AccessFacts kind={kind} access={access} />;
    if (error === null) return <Skeleton height="8rem" />;
    return (
      <ErrorState
        title={`Failed to load who may see this ${kind}`}
        {...describeFailure(error)}
        retryLabel="Try again"
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  };
  return (
    <Panel title="Access" description={`Who sees this ${kind}, and what they may do in it.`}>
      {content()}
    </Panel>
  );
}
