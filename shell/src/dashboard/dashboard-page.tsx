import { usePage, useShell } from '@carrel/shared/shell';
import { LoadingScreen } from '@carrel/shared/ui';

import { OverviewCard } from './cards/overview-card.tsx';
import { WelcomeCard } from './cards/welcome-card.tsx';

/** The start page: an overview of the organization, or a card for creating the first one. */
export function DashboardPage() {
  const { user } = useShell();
  usePage({ title: 'Dashboard' });
  if (user === null) return <LoadingScreen />;
  if (Object.keys(user.memberships).length === 0) return <WelcomeCard user={user} />;
  return <OverviewCard user={user} />;
}
