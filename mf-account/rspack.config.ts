import { apiPaths, consoleRoutes } from '@carrel/shared/paths';
import { signInPaths } from '@carrel/shared/paths/sign-in';
import { defineRemote } from '@carrel/shared/rspack';

export default defineRemote({
  name: 'mf-account',
  context: import.meta.dirname,
  devPort: 3002,
  routes: [
    {
      path: consoleRoutes.account,
      access: 'user',
      reads: [
        { path: apiPaths.emails(), inOrganization: false },
        { path: signInPaths.factors(), inOrganization: false },
        { path: signInPaths.passkeys(), inOrganization: false },
        { path: apiPaths.sessions(), inOrganization: false },
        { path: signInPaths.totp(), inOrganization: false },
        { path: apiPaths.grants(), inOrganization: false },
      ],
    },
    { path: consoleRoutes.approve, access: 'user' },
    { path: consoleRoutes.connect, access: 'user' },
  ],
});
