import { consolePaths } from '@carrel/shared/paths';
import * as v from 'valibot';

const arrivalSchema = v.object({
  /** Path and query of the screen that a person was kept from. Never another site's address. */
  from: v.optional(v.pipe(v.string(), v.regex(/^\/(?![/\\])/u))),
  message: v.optional(v.pipe(v.string(), v.nonEmpty())),
});

const DEFAULT_MESSAGE = 'Enter your email and password to access your account';

/** What the previous screen handed over in the router's state: where to go after sign-in, and what to say before it. */
export interface Arrival {
  destination: string;
  message: string;
}

/** Reads the router's state, which older tabs and other screens may have written in another shape. */
export function readArrival(state: unknown): Arrival {
  const parsed = v.safeParse(arrivalSchema, state);
  const { from, message } = parsed.success ? parsed.output : {};
  return { destination: from ?? consolePaths.dashboard(), message: message ?? DEFAULT_MESSAGE };
}
