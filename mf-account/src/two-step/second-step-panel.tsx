import { messageOf, queryKeys } from '@carrel/shared/api';
import { RECOVERY_CODES, type SecondStep } from '@carrel/shared/contract/sign-in';
import { Button, toast } from '@carrel/shared/ui';
import { formatDate } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { NewCodesDialog } from './new-codes-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SettingRow, SettingRows } from './setting-row.tsx';
import { TurnOffDialog } from './turn-off-dialog.tsx';
import { forgetTrustedBrowsers } from '../data/two-step.api.ts';

/** From this number on, the owner is asked to make new codes. */
const FEW_CODES = 3;

interface SecondStepPanelProps {
  secondStep: SecondStep;
  /** When it was turned on. */
  since: string;
}

type Open = { dialog: 'turn-off' | 'new-codes' } | { dialog: 'codes'; codes: string[] };

/** The second step of an account that has one. */
export function SecondStepPanel({ secondStep, since }: SecondStepPanelProps) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const forgetting = useMutation({
    mutationFn: forgetTrustedBrowsers,
    onSuccess: async () => {
      toast.success('Trusted browsers forgotten');
      await queryClient.invalidateQueries({ queryKey: queryKeys.secondStep() });
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to forget the trusted browsers')),
  });
  const { recovery_codes: codes, trusted_browsers: browsers } = secondStep;

  return (
    <>
      <SettingRows>
        <SettingRow
          title="Authenticator app"
          text={`On since ${formatDate(since)}`}
          action={
            <Button variant="secondary" onClick={() => setOpen({ dialog: 'turn-off' })}>
              Turn off
            </Button>
          }
        />
        <SettingRow
          title="Recovery codes"
          text={`${codes} of ${RECOVERY_CODES} left.${codes > FEW_CODES ? '' : ' Make new ones before you run out.'}`}
          action={
            <Button variant="secondary" onClick={() => setOpen({ dialog: 'new-codes' })}>
              Make new codes
            </Button>
          }
        />
        <SettingRow
          title="Trusted browsers"
          text={describeBrowsers(browsers)}
          action={
            browsers > 0 && (
              <Button
                variant="secondary"
                loading={forgetting.isPending}
                onClick={() => forgetting.mutate()}
              >
                Forget them
              </Button>
            )
          }
        />
      </SettingRows>
      {open?.dialog === 'turn-off' && <TurnOffDialog onClose={close} />}
      {open?.dialog === 'new-codes' && (
        <NewCodesDialog
          onClose={close}
          onCreated={(created) => setOpen({ dialog: 'codes', codes: created })}
        />
      )}
      {open?.dialog === 'codes' && <RecoveryCodesDialog codes={open.codes} onClose={close} />}
    </>
  );
}

function describeBrowsers(count: number): string {
  if (count === 0) return 'Every browser is asked for a code.';
  return count === 1
    ? '1 browser is not asked for a code.'
    : `${count} browsers are not asked for a code.`;
}
