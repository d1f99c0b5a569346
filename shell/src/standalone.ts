import { startConsole } from './start/start-console.ts';

// The shell without its sidebar, around released remotes: for looking at one of them by itself.
startConsole(async () => {
  const { BareFrame } = await import(/* webpackChunkName: "bare-frame" */ './bare-frame.tsx');
  return BareFrame;
});
