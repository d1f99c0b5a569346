import type { CurrentUser } from '@carrel/shared/contract';
import { Button } from '@carrel/shared/ui';
import { EmptyState, PageHeader } from '@carrel/shared/ui/signed-in';
import { useSetAtom } from 'jotai';
import { Building2 } from 'lucide-react';

import { creatingOrganizationAtom } from '../../state/organizations.atoms.ts';

/** For a user without an organization. */
export function WelcomeCard({ user }: { user: CurrentUser }) {
  const create = useSetAtom(creatingOrganizationAtom);
  return (
    <>
      <PageHeader title={`Welcome to Carrel, ${user.first_name}`} />
      <EmptyState
        icon={<Building2 />}
        title="You don't belong to an organization yet"
        description="Workspaces and datasets live in an organization. Create one, or ask a colleague to invite you."
        action={
          <Button variant="primary" onClick={() => create(true)}>
            Create an organization
          </Button>
        }
      />
    </>
  );
}
