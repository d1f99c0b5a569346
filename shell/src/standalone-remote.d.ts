/** The remote under development; a remote's development build says which. */
declare module 'standalone-remote' {
  import type { RemoteScreens } from '@carrel/shared/shell';
  export const routes: RemoteScreens;
}
