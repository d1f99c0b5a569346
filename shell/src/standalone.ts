import { startConsole } from './start/start-console.ts';

// The shell without its sidebar, around released remotes: to view one of them on its own.
startConsole(async () => {
  const { BareFrame } = await import(/* webpackChunkName: "bare-frame" */ './bare-frame.tsx');
  return BareFrame;
});
