import { usePage, useShell } from '@carrel/shared/shell';
import { LoadingScreen } from '@carrel/shared/ui';

import { OverviewCard } from './cards/overview-card.tsx';
import { WelcomeCard } from './cards/welcome-card.tsx';

/** Where a person lands: an overview of the organization, or the way to a first one. */
export function DashboardPage() {
  const { user } = useShell();
  usePage({ title: 'Dashboard' });
  if (user === null) return <LoadingScreen />;
  if (Object.keys(user.memberships).length === 0) return <WelcomeCard user={user} />;
  return <OverviewCard user={user} />;
}
