import { currentUserSchema } from '../../contract/public.ts';
import { guestApiPaths } from '../../paths/public.ts';
import { client } from '../client/client.ts';

// Apart from the other reads, whose schemas the sign-in page does not need.
export const getCurrentUser = (options: { quiet?: boolean } = {}) =>
  client.get(guestApiPaths.currentUser(), options).json(currentUserSchema);
