import { consoleRoutes } from '@carrel/shared/paths';
import type { RemoteScreens } from '@carrel/shared/shell';

import { RecoveryLinkPage } from './account-recovery/recovery-link-page.tsx';
import { EmailConfirmationPage } from './email-confirmation/email-confirmation-page.tsx';
import { AcceptInvitationPage } from './invitation/accept-invitation-page.tsx';
import { PasswordResetPage } from './password-reset/password-reset-page.tsx';
import { ResetByLinkPage } from './password-reset/reset-by-link-page.tsx';
import { RegistrationPage } from './registration/registration-page.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { LaterScreen } from './single-sign-on/later-screen.tsx';

/** Of the two screens whose code only people with single sign-on fetch. */
const loadSingleSignOn = async () => {
  const { SingleSignOnPage } = await import('./single-sign-on/single-sign-on-page.tsx');
  return SingleSignOnPage;
};
const loadLinkAccount = async () => {
  const { LinkAccountPage } = await import('./single-sign-on/link-account-page.tsx');
  return LinkAccountPage;
};

export const routes: RemoteScreens = [
  { path: consoleRoutes.login, element: <SignInPage /> },
  {
    path: consoleRoutes.singleSignOn,
    element: (
      <LaterScreen
        key="single-sign-on"
        title="Single sign-on"
        description="Enter your work email to sign in with your organization"
        load={loadSingleSignOn}
      />
    ),
  },
  {
    path: consoleRoutes.linkAccount,
    element: <LaterScreen key="link" title="Link your account" load={loadLinkAccount} />,
  },
  { path: consoleRoutes.register, element: <RegistrationPage /> },
  { path: consoleRoutes.passwordReset, element: <PasswordResetPage /> },
  { path: consoleRoutes.resetPassword, element: <ResetByLinkPage /> },
  { path: consoleRoutes.completeRecovery, element: <RecoveryLinkPage purpose="complete" /> },
  { path: consoleRoutes.stopRecovery, element: <RecoveryLinkPage purpose="stop" /> },
  { path: consoleRoutes.confirmEmail, element: <EmailConfirmationPage /> },
  { path: consoleRoutes.acceptInvitation, element: <AcceptInvitationPage /> },
];
