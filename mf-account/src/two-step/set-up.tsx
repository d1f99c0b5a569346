import { messageOf, queryKeys } from '@carrel/shared/api';
import type { StartedTotp } from '@carrel/shared/contract/sign-in';
import { Button, toast } from '@carrel/shared/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type * as Enrolment from './enrol-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SettingRow, SettingRows } from './setting-row.tsx';
import { startTotp } from '../data/two-step.api.ts';

type Open =
  | { dialog: 'enrol'; started: StartedTotp; enrolment: typeof Enrolment }
  | { dialog: 'codes'; codes: string[] };

/** Offers to set up an authenticator app. */
export function SetUp() {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const start = useMutation({
    // What draws the code is fetched by those who need it.
    mutationFn: async () => {
      const started = await startTotp();
      const enrolment = await import(
        /* webpackChunkName: "enrol-authenticator-app" */ './enrol-dialog.tsx'
      );
      return { started, enrolment };
    },
    onSuccess: (loaded) => setOpen({ dialog: 'enrol', ...loaded }),
    onError: (error) => toast.error(messageOf(error, 'Failed to set up an authenticator app')),
  });
  // Until the codes are saved, this stays in place of what is shown then.
  const finish = () => {
    setOpen(null);
    return queryClient.invalidateQueries({ queryKey: queryKeys.secondStep() });
  };

  return (
    <>
      <SettingRows>
        <SettingRow
          title="Authenticator app"
          text="Off. The password alone is enough to sign in."
          action={
            <Button variant="secondary" loading={start.isPending} onClick={() => start.mutate()}>
              Set up
            </Button>
          }
        />
      </SettingRows>
      {open?.dialog === 'enrol' && (
        <open.enrolment.EnrolDialog
          started={open.started}
          onClose={() => setOpen(null)}
          onEnrolled={(codes) => setOpen({ dialog: 'codes', codes })}
        />
      )}
      {open?.dialog === 'codes' && <RecoveryCodesDialog codes={open.codes} onClose={finish} />}
    </>
  );
}
