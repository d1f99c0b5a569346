/** Archives of which runs of this process have documents. */
export interface ArchivesInProgress {
  /** Adds the archives of a run, and returns the function that ends it: it returns those that no other run has. */
  begin(archiveIds: ReadonlySet<string>): () => string[];
}

export function createArchivesInProgress(): ArchivesInProgress {
  const runs = new Map<string, number>();
  return {
    begin: (archiveIds) => {
      for (const id of archiveIds) runs.set(id, (runs.get(id) ?? 0) + 1);
      return () => {
        const left: string[] = [];
        for (const id of archiveIds) {
          const others = (runs.get(id) ?? 1) - 1;
          if (others > 0) {
            runs.set(id, others);
            continue;
          }
          runs.delete(id);
          left.push(id);
        }
        return left;
      };
    },
  };
}
