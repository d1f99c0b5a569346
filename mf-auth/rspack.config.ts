import { consoleRoutes } from '@carrel/shared/paths';
import { defineRemote } from '@carrel/shared/rspack';

export default defineRemote({
  name: 'mf-auth',
  context: import.meta.dirname,
  devPort: 3001,
  routes: [
    { path: consoleRoutes.login, access: 'guest' },
    // Also for users: a sign-in that failed while they authenticated again says so here.
    { path: consoleRoutes.singleSignOn, access: 'public' },
    { path: consoleRoutes.linkAccount, access: 'public' },
    { path: consoleRoutes.register, access: 'guest' },
    { path: consoleRoutes.passwordReset, access: 'guest' },
    { path: consoleRoutes.resetPassword, access: 'public' },
    { path: consoleRoutes.completeRecovery, access: 'public' },
    { path: consoleRoutes.stopRecovery, access: 'public' },
    { path: consoleRoutes.confirmEmail, access: 'public' },
    { path: consoleRoutes.acceptInvitation, access: 'public' },
  ],
});
