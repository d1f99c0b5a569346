import { usePage } from '@carrel/shared/shell';
import { AuthCard, Link, Stack, toast } from '@carrel/shared/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';

import { useFinishSignIn } from '../parts/use-finish-sign-in.ts';
import { CodeForm, type SecondStepFormProps } from './code-form.tsx';
import { LostAccess } from './lost-access.tsx';
import { RecoveryCodeForm } from './recovery-code-form.tsx';

interface SecondStepCardProps extends SecondStepFormProps {
  /** Of `SIGN_IN_METHODS`. */
  methods: readonly string[];
}

type Mode = 'code' | 'recovery-code' | 'lost';

/** What follows a right password of an account with a second step. */
export function SecondStepCard({ methods, destination, onBack }: SecondStepCardProps) {
  usePage({ title: 'Two-step verification' });
  const [mode, setMode] = useState<Mode>('code');
  const form = { destination, onBack };
  const finish = useFinishSignIn(destination);

  if (mode === 'lost') return <LostAccess onReturn={() => setMode('code')} onBack={onBack} />;
  const isCode = mode === 'code';
  const other = isCode ? 'recovery-code' : 'code';
  return (
    <AuthCard
      key={mode}
      title="Two-step verification"
      description={
        isCode
          ? 'Enter the code that your authenticator app shows'
          : 'Enter one of the recovery codes that you saved'
      }
      footer={
        <Stack gap="2" align="center">
          {(other === 'code' || methods.includes('recovery_code')) && (
            <Choice onChoose={() => setMode(other)}>
              {isCode ? 'Use a recovery code instead' : 'Use your authenticator app instead'}
            </Choice>
          )}
          <Choice onChoose={() => void signInByPasskey(finish)}>Use a passkey</Choice>
          <Choice onChoose={() => setMode('lost')}>I cannot use any of these</Choice>
          <Choice onChoose={onBack}>Back to sign in</Choice>
        </Stack>
      }
    >
      {isCode ? <CodeForm {...form} /> : <RecoveryCodeForm {...form} />}
    </AuthCard>
  );
}

/** A passkey stands for both steps. */
async function signInByPasskey(finish: () => Promise<void>): Promise<void> {
  try {
    const { signInNow: choosePasskey } = await import(
      /* webpackChunkName: "passkey-sign-in" */ '../parts/passkey-sign-in.ts'
    );
    await choosePasskey(finish);
  } catch {
    toast.error('The passkey could not be used. Please try again.');
  }
}

/** Another way to go on. It looks like the links of the sign-in page. */
function Choice({ onChoose, children }: { onChoose: () => void; children: ReactNode }) {
  return (
    <Link asChild>
      <button type="button" onClick={onChoose}>
        {children}
      </button>
    </Link>
  );
}
