/* What is loaded once something is in progress. */
export { ArchiveProgressLine } from './archive-progress.tsx';
export { controlArchive } from '@carrel/shared/work';
export { DatasetProgressLine } from './dataset-progress.tsx';
export { DatasetWork } from './dataset-work.tsx';
