import { consoleRoutes } from '@carrel/shared/paths';
import { defineRemote } from '@carrel/shared/rspack';

export default defineRemote({
  name: 'mf-auth',
  context: import.meta.dirname,
  devPort: 3001,
  routes: [
    { path: consoleRoutes.login, access: 'guest', title: 'Sign in' },
    // Also for users: a sign-in that failed while they authenticated again says so here.
    { path: consoleRoutes.singleSignOn, access: 'public', title: 'Single sign-on' },
    { path: consoleRoutes.linkAccount, access: 'public', title: 'Link your account' },
    { path: consoleRoutes.register, access: 'guest', title: 'Register' },
    { path: consoleRoutes.passwordReset, access: 'guest', title: 'Reset password' },
    { path: consoleRoutes.resetPassword, access: 'public', title: 'Reset password' },
    { path: consoleRoutes.completeRecovery, access: 'public', title: 'Account recovery' },
    { path: consoleRoutes.stopRecovery, access: 'public', title: 'Account recovery' },
    { path: consoleRoutes.confirmEmail, access: 'public', title: 'Confirm email' },
    { path: consoleRoutes.acceptInvitation, access: 'public', title: 'Accept invitation' },
  ],
});
