import { Problem } from '../../../platform/http/problem.ts';

/** Of a sign-in that waited too long, had too many wrong codes, or whose account has changed meanwhile. */
export const signInExpired = () =>
  new Problem(401, 'This sign-in has expired. Please enter your password again.');
