import { consolePaths } from '@carrel/shared/paths';
import type { NavigationState } from '@carrel/shared/shell';
import { AuthCard, Button, Stack } from '@carrel/shared/ui';
import { Link as RouterLink, useLocation } from 'react-router-dom';

export function LoginRequiredCard() {
  const { pathname, search } = useLocation();
  const arrival: NavigationState = {
    from: `${pathname}${search}`,
    message: 'Please log in to accept the organization invitation',
  };

  return (
    <AuthCard
      title="Login Required"
      description="You need to log in before you can accept this invitation"
    >
      <Stack gap="3">
        <Button asChild variant="primary">
          <RouterLink to={consolePaths.login()} state={arrival}>
            Login
          </RouterLink>
        </Button>
        <Button asChild variant="secondary">
          <RouterLink to={consolePaths.register()} state={arrival}>
            Register
          </RouterLink>
        </Button>
      </Stack>
    </AuthCard>
  );
}
