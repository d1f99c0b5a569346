import { startFirstRemote } from './remotes/first-remote.ts';
import { watchForTrouble } from './telemetry/watch-for-trouble.ts';

watchForTrouble();

// What loads remotes is in this script; everything else is in chunks that the page preloads.
startFirstRemote();
void import(/* webpackChunkName: "boot" */ './boot.tsx').then(({ boot }) => boot());

if (process.env['NODE_ENV'] === 'development') {
  new EventSource('/dev/changes').addEventListener('message', () => location.reload());
}
