/** Loads the screens that few people open. */
export const loadLaterScreens = () =>
  import(/* webpackChunkName: "later-screens" */ './later-screens.ts');

export type LaterScreens = Awaited<ReturnType<typeof loadLaterScreens>>;
