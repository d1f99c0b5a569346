import { listWorkspacesQuery } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { useOrganizationId } from '@carrel/shared/shell';
import { Button } from '@carrel/shared/ui';
import { Menu } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';

import { askAvailabilityQuery } from '../data/ask-availability.queries.ts';

/** Workspaces that the menu lists; the others are in the list of workspaces. */
const LISTED_MAX = 20;

/** The way to the questions, which are asked of a workspace; nothing where the server answers none. */
export function AskLinks({ question }: { question: string }) {
  const organizationId = useOrganizationId();
  const navigate = useNavigate();
  const { data: ask } = useQuery(askAvailabilityQuery(organizationId));
  const { data } = useQuery(listWorkspacesQuery(organizationId));
  const workspaces = data?.workspaces ?? [];
  const [only] = workspaces;
  if (ask?.available !== true || only === undefined) return null;
  const asked = question.trim() === '' ? undefined : question.trim();
  if (workspaces.length === 1) {
    return (
      <Button asChild>
        <RouterLink to={consolePaths.workspaceAsk(only.id, asked)}>Ask</RouterLink>
      </Button>
    );
  }
  const listed = workspaces.slice(0, LISTED_MAX).map(({ id, name }) => ({
    key: id,
    label: name,
    onSelect: () => void navigate(consolePaths.workspaceAsk(id, asked)),
  }));
  const others = {
    label: 'All workspaces',
    separated: true,
    onSelect: () => void navigate(consolePaths.workspaces()),
  };
  return (
    <Menu
      label="Ask a workspace"
      header="Ask a workspace"
      items={workspaces.length > LISTED_MAX ? [...listed, others] : listed}
      trigger={
        <Button>
          Ask <ChevronDown size={16} aria-hidden />
        </Button>
      }
    />
  );
}
