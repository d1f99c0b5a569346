import { useOrganizationId } from '@carrel/shared/shell';
import { EmptyState, Skeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { MessageCircleQuestion } from 'lucide-react';

import { Ask } from './ask.tsx';
import { askAvailabilityQuery } from '../data/ask-availability.queries.ts';

/** The question and its answer, where the server answers questions. */
export function AskIfAvailable({ workspaceId }: { workspaceId: string }) {
  const { data, isError } = useQuery(askAvailabilityQuery(useOrganizationId()));
  if (data === undefined && !isError) return <Skeleton height="8rem" />;
  // Without a response the question itself tells what is wrong.
  if (data?.available !== false) return <Ask workspaceId={workspaceId} />;
  return (
    <EmptyState
      icon={<MessageCircleQuestion aria-hidden />}
      title="This server does not answer questions"
      description="Its operator can name a service that does. You can search the datasets instead."
    />
  );
}
