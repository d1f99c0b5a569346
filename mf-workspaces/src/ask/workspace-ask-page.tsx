import { useOrganizationId } from '@carrel/shared/shell';
import { EmptyState, Skeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { MessageCircleQuestion } from 'lucide-react';

import { WorkspaceScreen } from '../workspaces/workspace-screen.tsx';
import { Ask } from './ask.tsx';
import { askAvailabilityQuery } from './ask.queries.ts';

/** /workspaces/{workspaceId}/ask: answers from the datasets of a workspace. */
export function WorkspaceAskPage() {
  return <WorkspaceScreen title="Ask" current="ask" body={AskIfAvailable} />;
}

function AskIfAvailable({ workspaceId }: { workspaceId: string }) {
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
