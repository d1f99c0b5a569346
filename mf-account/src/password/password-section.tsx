import { Button } from '@carrel/shared/ui';
import { SettingsSection } from '@carrel/shared/ui/signed-in';
import { useState } from 'react';

import { ChangePasswordDialog } from './change-password-dialog.tsx';

/** Changing the password, or setting the first one. */
export function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  const [changing, setChanging] = useState(false);
  const label = hasPassword ? 'Change password' : 'Set a password';
  return (
    <SettingsSection
      title="Password"
      description={
        hasPassword
          ? 'Changing it signs out all your other sessions.'
          : 'You sign in without one. With a password you can also sign in when your provider is away.'
      }
    >
      <Button variant="secondary" onClick={() => setChanging(true)}>
        {label}
      </Button>
      {changing && (
        <ChangePasswordDialog hasPassword={hasPassword} onClose={() => setChanging(false)} />
      )}
    </SettingsSection>
  );
}
