/** Uploads that go on after they were broken off: a chunk of its own, which `load-uploads.ts` loads. */
export { discardUpload, listUnfinishedUploads } from './unfinished-uploads.ts';
export { uploadInParts } from './upload-in-parts.ts';
