import { consoleRoutes } from '@carrel/shared/paths/guest';
import type { RemoteScreens } from '@carrel/shared/shell';

import { EmailConfirmationPage } from './email-confirmation/email-confirmation-page.tsx';
import { AcceptInvitationPage } from './invitation/accept-invitation-page.tsx';
import { LazyAuthScreen } from './lazy/lazy-auth-screen.tsx';
import { PasswordResetPage } from './password-reset/password-reset-page.tsx';
import { ResetByLinkPage } from './password-reset/reset-by-link-page.tsx';
import { RegistrationPage } from './registration/registration-page.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';

export const routes: RemoteScreens = [
  { path: consoleRoutes.login, element: <SignInPage /> },
  {
    path: consoleRoutes.singleSignOn,
    element: (
      <LazyAuthScreen
        key="single-sign-on"
        title="Single sign-on"
        description="Enter your work email to sign in with your organization"
        name="SingleSignOnPage"
      />
    ),
  },
  {
    path: consoleRoutes.linkAccount,
    element: <LazyAuthScreen key="link" title="Link your account" name="LinkAccountPage" />,
  },
  { path: consoleRoutes.register, element: <RegistrationPage /> },
  { path: consoleRoutes.passwordReset, element: <PasswordResetPage /> },
  { path: consoleRoutes.resetPassword, element: <ResetByLinkPage /> },
  {
    path: consoleRoutes.completeRecovery,
    element: <LazyAuthScreen key="complete" title="Account recovery" name="CompleteRecoveryPage" />,
  },
  {
    path: consoleRoutes.stopRecovery,
    element: <LazyAuthScreen key="stop" title="Account recovery" name="StopRecoveryPage" />,
  },
  { path: consoleRoutes.confirmEmail, element: <EmailConfirmationPage /> },
  { path: consoleRoutes.acceptInvitation, element: <AcceptInvitationPage /> },
];
