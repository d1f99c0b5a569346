/*
 * The former name of this room. A file of its own, because the host provides one name for each file:
 * remotes that were built earlier import `@carrel/shared/ui/workbench`.
 */
export * from './public.ts';
