import { useIdleComponent } from '../../base/use-idle-component.ts';

const load = () =>
  import(/* webpackChunkName: "paused-uploads" */ './paused-uploads.tsx').then(
    ({ PausedUploads }) => PausedUploads,
  );

/** Uploads that can go on. Without their code they are on the screens of their datasets. */
export function LazyPausedUploads(props: { collapsed: boolean }) {
  const [Loaded] = useIdleComponent(load);
  return Loaded === null ? null : <Loaded {...props} />;
}
