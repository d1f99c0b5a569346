import { describeFailure, isApiError } from '@carrel/shared/api';
import { ErrorState } from '@carrel/shared/ui';
import { SettingsSection } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';

import { SetUp } from './set-up.tsx';
import { SecondStepPanel } from './second-step-panel.tsx';
import { secondStepQuery } from '../data/two-step.queries.ts';

interface TwoStepSectionProps {
  /** Shows nothing yet, even when the state is loaded. */
  waiting?: boolean;
}

/** The second step of signing in; nothing on servers that have none. */
export function TwoStepSection({ waiting = false }: TwoStepSectionProps) {
  const secondStep = useQuery(secondStepQuery);
  const { data, error } = secondStep;
  if (waiting || secondStep.isPending || isMissing(error)) return null;

  const content = () => {
    if (data === undefined) {
      return (
        <ErrorState
          title="Failed to load two-step verification"
          {...describeFailure(error)}
          retrying={secondStep.isFetching}
          onRetry={() => void secondStep.refetch()}
        />
      );
    }
    return data.confirmed_at === null ? (
      <SetUp />
    ) : (
      <SecondStepPanel secondStep={data} since={data.confirmed_at} />
    );
  };

  return (
    <SettingsSection
      title="Two-Step Verification"
      description="A code of an authenticator app, besides the password, when you sign in in a new browser."
    >
      {content()}
    </SettingsSection>
  );
}

const isMissing = (error: unknown) => isApiError(error) && error.status === 404;
