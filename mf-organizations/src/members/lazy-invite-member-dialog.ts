import { lazyScreen } from '@carrel/shared/ui/signed-in';

/** The dialog of an invitation, which reads lists of addresses. */
export const LazyInviteMemberDialog = lazyScreen({
  load: () => import(/* webpackChunkName: "invite" */ './invite-member-dialog.tsx'),
  screen: ({ InviteMemberDialog }) => InviteMemberDialog,
});
