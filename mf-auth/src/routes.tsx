import { consoleRoutes } from '@carrel/shared/paths';
import type { RemoteScreens } from '@carrel/shared/shell';

import { RecoveryLinkPage } from './account-recovery/recovery-link-page.tsx';
import { EmailConfirmationPage } from './email-confirmation/email-confirmation-page.tsx';
import { AcceptInvitationPage } from './invitation/accept-invitation-page.tsx';
import { PasswordResetPage } from './password-reset/password-reset-page.tsx';
import { ResetByLinkPage } from './password-reset/reset-by-link-page.tsx';
import { RegistrationPage } from './registration/registration-page.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';

export const routes: RemoteScreens = [
  { path: consoleRoutes.login, element: <SignInPage /> },
  { path: consoleRoutes.register, element: <RegistrationPage /> },
  { path: consoleRoutes.passwordReset, element: <PasswordResetPage /> },
  { path: consoleRoutes.resetPassword, element: <ResetByLinkPage /> },
  { path: consoleRoutes.completeRecovery, element: <RecoveryLinkPage purpose="complete" /> },
  { path: consoleRoutes.stopRecovery, element: <RecoveryLinkPage purpose="stop" /> },
  { path: consoleRoutes.confirmEmail, element: <EmailConfirmationPage /> },
  { path: consoleRoutes.acceptInvitation, element: <AcceptInvitationPage /> },
];
