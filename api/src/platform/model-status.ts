/** How a model of the server stands. */
export interface ModelStatus {
  /** As the settings name it. */
  name: string;
  /** In the server's own processes, or in a service. */
  runs: 'here' | 'service';
  /** The host of the service's URL; undefined for `here`. */
  host: string | undefined;
  /** The length of its vectors; undefined where it is not known yet, or the model makes none. */
  dimensions: number | undefined;
  /** `loading`: its files are loaded. `unavailable`: the last attempt failed. */
  state: 'loading' | 'ready' | 'unavailable';
  /** Bytes of its files while they are loaded. */
  loaded: { bytes: number; total: number | undefined } | undefined;
  /** Why it is unavailable, in a sentence for users. */
  reason: string | undefined;
  /** Since when it is in its state. */
  since: Date | undefined;
  /** When it is tried next. */
  nextTry: Date | undefined;
  /** Texts a second, over the last minute in which there were any; undefined where nothing was embedded yet. */
  textsPerSecond: number | undefined;
}

/** A model that a setting names. */
export interface ModelSource {
  status(): ModelStatus;
  /**
   * Sends one text, whatever the state is, and returns how long it took, in milliseconds.
   * @throws {Error} whose message is for users.
   */
  test: () => Promise<number>;
}

/** The models of the settings; undefined where a setting names none. */
export interface ModelSources {
  embeddings: ModelSource | undefined;
  rerank: ModelSource | undefined;
  chat: ModelSource | undefined;
}
