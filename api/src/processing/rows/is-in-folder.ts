/**
 * The condition that a path is in a folder, at any depth: by default that of a document `d`. `folder` is SQL of
 * the folder's path. '0' follows '/' in the order of paths, so an index on paths serves it.
 */
export const isInFolder = (folder: string, path = 'd.path') =>
  `${path} > ${folder} || '/' AND ${path} < ${folder} || '0'`;
