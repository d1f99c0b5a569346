/** The remote under development; a remote's development build says which. */
declare module 'remote-in-work' {
  import type { RemoteScreens } from '@carrel/shared/shell';
  export const routes: RemoteScreens;
}
