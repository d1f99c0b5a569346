import { EmptyState } from '@carrel/shared/ui/signed-in';
import { EyeOff } from 'lucide-react';

import type { AccessObject } from '../access-object.ts';
import { TakeAccess } from './take-access.tsx';

/** In place of what is in a dataset or workspace, for who keeps it and does not see it. */
export function KeptScreen({ object }: { object: AccessObject }) {
  return (
    <EmptyState
      icon={<EyeOff aria-hidden />}
      title={`You do not see what is in this ${object.kind}`}
      description={`It is for named people, and this organization keeps their contents from Owners and Admins. Take access to become a Manager of this ${object.kind}: the activity shows it.`}
      action={<TakeAccess object={object} />}
    />
  );
}
