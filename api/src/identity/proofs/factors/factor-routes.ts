import { factorsSchema, hasSecondFactor } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { authenticate } from '../../../platform/access/authenticate.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiEnv } from '../../../platform/http/api-context.ts';
import { describeRoute } from '../../../platform/http/describe-route.ts';
import { ownAddresses } from './own-addresses.ts';
import { readFactors } from './read-factors.ts';

/** What an account can sign in with. */
export function factorRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>();

  routes.get(
    '/accounts/factors',
    authenticate(dependencies),
    describeRoute('getFactors', 'Get the own factors', { returns: factorsSchema }),
    async (c) => {
      const { id } = c.get('account');
      const factors = await readFactors(dependencies.database, id);
      if (factors.password || hasSecondFactor(factors)) return c.json(factors);
      const own = await ownAddresses(dependencies.database, id);
      return c.json({ ...factors, mail_addresses: own.map(({ address }) => address) });
    },
  );

  return routes;
}
