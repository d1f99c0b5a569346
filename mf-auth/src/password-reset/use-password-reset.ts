import { messageOf } from '@carrel/shared/api/guest';
import type { ResetPasswordInput } from '@carrel/shared/contract/guest';
import { consolePaths } from '@carrel/shared/paths/guest';
import { toast } from '@carrel/shared/ui';
import { useNavigate } from 'react-router-dom';

import { resetPassword } from '../data/password-reset.api.ts';

/** Returns what both reset forms do: send the new password, show the result, open the sign-in page. */
export function usePasswordReset() {
  const navigate = useNavigate();
  return {
    send: async ({ token, new_password }: ResetPasswordInput) => {
      await resetPassword({ token, new_password });
      toast.success('Password reset successful! Please login with your new password.');
      await navigate(consolePaths.login());
    },
    onFailed: (error: unknown) =>
      toast.error(messageOf(error, 'Failed to reset password. Please try again.')),
  };
}
