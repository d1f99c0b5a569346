/**
 * The condition that a document `d` is in a folder, at any depth. `folder` is SQL of the folder's path. '0'
 * follows '/' in the order of paths, so an index on paths serves it.
 */
export const isInFolder = (folder: string) =>
  `d.path > ${folder} || '/' AND d.path < ${folder} || '0'`;
