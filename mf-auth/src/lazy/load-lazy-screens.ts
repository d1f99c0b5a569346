/** Loads the screens that few people open. */
export const loadLazyScreens = () =>
  import(/* webpackChunkName: "lazy-screens" */ './lazy-screens.ts');

export type LazyScreens = Awaited<ReturnType<typeof loadLazyScreens>>;
