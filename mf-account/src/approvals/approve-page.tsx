import { consolePaths } from '@carrel/shared/paths';
import { usePage } from '@carrel/shared/shell';
import { Box } from '@carrel/shared/ui';
import { PageHeader } from '@carrel/shared/ui/signed-in';
import { useNavigate, useSearchParams } from 'react-router-dom';

import { ApprovalCard } from './approval-card.tsx';
import { UserCodeForm } from './user-code-form.tsx';

/** Where a person signs a program in, such as the command line, by the code that it shows. */
export function ApprovePage() {
  usePage({ title: 'Approve sign-in' });
  const navigate = useNavigate();
  const code = useSearchParams()[0].get('code') ?? '';
  const enter = (entered: string) => navigate(consolePaths.approve(entered));

  return (
    <Box maxWidth="36rem">
      <PageHeader
        title="Approve sign-in"
        description="A program on a computer, such as the command line, can be signed in from here."
      />
      {code === '' ? (
        <UserCodeForm onEnter={enter} />
      ) : (
        <ApprovalCard key={code} code={code} onOtherCode={() => navigate(consolePaths.approve())} />
      )}
    </Box>
  );
}
