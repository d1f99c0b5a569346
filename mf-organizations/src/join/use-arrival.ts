import type { NavigationState } from '@carrel/shared/shell';
import { useLocation } from 'react-router-dom';

/** Returns what the sign-in page needs to lead back to this invitation. */
export function useArrival(): NavigationState {
  const { pathname, search } = useLocation();
  return {
    from: `${pathname}${search}`,
    message: 'Please log in to accept the organization invitation',
  };
}
