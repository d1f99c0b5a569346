import { messageOf, queryKeys } from '@carrel/shared/api';
import { RECOVERY_CODES, type SecondStep } from '@carrel/shared/contract/sign-in';
import { Button, toast } from '@carrel/shared/ui';
import { formatDate, useConfirm } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SettingRow, SettingRows } from './setting-row.tsx';
import { createRecoveryCodes, forgetTrustedBrowsers, removeTotp } from '../data/two-step.api.ts';

/** From this number on, the owner is asked to make new codes. */
const FEW_CODES = 3;

interface SecondStepPanelProps {
  secondStep: SecondStep;
  /** When it was turned on. */
  since: string;
}

/** The second step of an account that has one. */
export function SecondStepPanel({ secondStep, since }: SecondStepPanelProps) {
  const queryClient = useQueryClient();
  const [created, setCreated] = useState<string[]>();
  const turningOff = useConfirm(() => ({
    title: 'Turn off two-step verification',
    consequences: [
      'The password alone is enough to sign in',
      'Your recovery codes stop working',
      'Trusted browsers are forgotten',
    ],
    confirmLabel: 'Turn off',
    act: removeTotp,
    done: 'Two-step verification is off',
    failed: (error) => messageOf(error, 'Failed to turn off two-step verification'),
    invalidates: queryKeys.secondStep(),
  }));
  const newCodes = useConfirm(() => ({
    title: 'Make new recovery codes',
    consequences: ['The codes that you have stop working', 'The new ones are shown once'],
    confirmLabel: 'Make new codes',
    act: createRecoveryCodes,
    failed: (error) => messageOf(error, 'Failed to make new recovery codes'),
    invalidates: queryKeys.secondStep(),
    after: ({ recovery_codes }) => setCreated(recovery_codes),
  }));
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
            <Button variant="secondary" onClick={() => turningOff.ask()}>
              Turn off
            </Button>
          }
        />
        <SettingRow
          title="Recovery codes"
          text={`${codes} of ${RECOVERY_CODES} left.${codes > FEW_CODES ? '' : ' Make new ones before you run out.'}`}
          action={
            <Button variant="secondary" onClick={() => newCodes.ask()}>
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
      {turningOff.dialog}
      {newCodes.dialog}
      {created !== undefined && (
        <RecoveryCodesDialog codes={created} onClose={() => setCreated(undefined)} />
      )}
    </>
  );
}

function describeBrowsers(count: number): string {
  if (count === 0) return 'Every browser is asked for a code.';
  return count === 1
    ? '1 browser is not asked for a code.'
    : `${count} browsers are not asked for a code.`;
}
