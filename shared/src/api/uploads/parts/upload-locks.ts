const LOCK = 'carrel-upload-';

/** The uploads that run in this tab. */
const held = new Set<string>();

/** Absent on a page without HTTPS: the server then decides between two tabs. */
const lockManager = () => (navigator as { locks?: LockManager | null }).locks ?? undefined;

/**
 * Keeps other tabs from running an upload until the returned function is called. Returns undefined where it runs
 * already, in this tab or another.
 */
export async function holdUpload(uploadId: string): Promise<(() => void) | undefined> {
  if (held.has(uploadId)) return undefined;
  held.add(uploadId);
  const release = await lockOf(uploadId);
  if (release === undefined) {
    held.delete(uploadId);
    return undefined;
  }
  return () => {
    held.delete(uploadId);
    release();
  };
}

function lockOf(uploadId: string): Promise<(() => void) | undefined> {
  const locks = lockManager();
  if (locks === undefined) return Promise.resolve(() => undefined);
  return new Promise((resolve, reject) => {
    const wait = (lock: Lock | null) => {
      if (lock !== null) return new Promise<void>((release) => resolve(release));
      resolve(undefined);
      return undefined;
    };
    locks.request(LOCK + uploadId, { ifAvailable: true }, wait).catch(reject);
  });
}

/** Returns where uploads run. */
export async function runningUploads(): Promise<{
  here: ReadonlySet<string>;
  elsewhere: ReadonlySet<string>;
}> {
  const names = await lockManager()
    ?.query()
    .then(({ held: locks = [] }) => locks.flatMap(({ name }) => name ?? []))
    .catch(() => []);
  const running = (names ?? [])
    .filter((name) => name.startsWith(LOCK))
    .map((name) => name.slice(LOCK.length));
  return { here: held, elsewhere: new Set(running.filter((uploadId) => !held.has(uploadId))) };
}
