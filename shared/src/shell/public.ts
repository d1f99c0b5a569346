export type { Command, RemoteCommand, RemoteCommands } from './command.ts';
export { announceRemoval } from './announce-removal.ts';
export { CommandsProvider, useCommands } from './commands.tsx';
export type { AddCommands } from './commands.tsx';
export { readNavigationState } from './navigation-state.ts';
export type { NavigationState } from './navigation-state.ts';
export { SHELL_API_VERSION } from '../contract/public.ts';
export type { Breadcrumb, PageInfo, ShellApi, Task } from './shell-api.ts';
export {
  ShellProvider,
  useCurrentUser,
  useOrganizationId,
  usePage,
  useShell,
} from './shell-context.tsx';
export { shownEmailOf } from './shown-email.ts';
export type { RemoteScreen, RemoteScreens } from './remote-routes.ts';
export { useMayEdit } from './use-may-edit.ts';
export { useIntent } from './use-intent.ts';
export { useUrlTexts } from './use-url-texts.ts';
