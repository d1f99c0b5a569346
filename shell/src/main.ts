import { isAskedToOverride } from './overrides/is-asked-to-override.ts';
import { startFirstRemote } from './remotes/first-remote.ts';
import { watchForTrouble } from './telemetry/watch-for-trouble.ts';

watchForTrouble();

// What loads remotes is in this script; everything else is in chunks that the page preloads.
async function start(): Promise<void> {
  startFirstRemote();
  const { boot } = await import(/* webpackChunkName: "boot" */ './boot.tsx');
  await boot();
}

if (isAskedToOverride()) {
  void import(/* webpackChunkName: "overrides" */ './overrides/override-page.ts').then(
    ({ overridePage }) => overridePage(start),
    start,
  );
} else void start();
