export { FileChanged, fileSource } from './file-source.ts';
