/** Archives of which turns of this process have documents. */
export interface ArchivesInWork {
  /** Adds the archives of a turn, and returns the function that ends it: it returns those that no other turn has. */
  begin(archiveIds: ReadonlySet<string>): () => string[];
}

export function createArchivesInWork(): ArchivesInWork {
  const turns = new Map<string, number>();
  return {
    begin: (archiveIds) => {
      for (const id of archiveIds) turns.set(id, (turns.get(id) ?? 0) + 1);
      return () => {
        const left: string[] = [];
        for (const id of archiveIds) {
          const others = (turns.get(id) ?? 1) - 1;
          if (others > 0) {
            turns.set(id, others);
            continue;
          }
          turns.delete(id);
          left.push(id);
        }
        return left;
      };
    },
  };
}
