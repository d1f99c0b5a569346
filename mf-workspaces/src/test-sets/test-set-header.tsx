import { PageHeader } from '@carrel/shared/ui/signed-in';
import type { ReactNode } from 'react';

export function TestSetHeader({ actions }: { actions: ReactNode }) {
  return (
    <PageHeader
      title="Tests"
      description="Questions with known answers show whether the search got better or worse"
      actions={actions}
    />
  );
}
