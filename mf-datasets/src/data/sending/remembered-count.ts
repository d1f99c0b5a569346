/** Key of local storage: what this browser knows about unfinished uploads. */
export const REMEMBERED_UPLOADS = 'carrel-uploads';

/** Returns how many uploads into a dataset began in this browser and may be unfinished, before anything is loaded. */
export function rememberedCount(datasetId: string): number {
  try {
    const stored = localStorage.getItem(REMEMBERED_UPLOADS) ?? '';
    return stored.split(`"datasetId":${JSON.stringify(datasetId)}`).length - 1;
  } catch {
    return 0;
  }
}
