/** The remote under development, an alias that its development build sets. */
declare module 'developed-remote' {
  import type { RemoteScreens } from '@carrel/shared/shell';
  export const routes: RemoteScreens;
}
