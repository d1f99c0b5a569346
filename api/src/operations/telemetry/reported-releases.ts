/** A release of a remote, or of the shell, as a console names it. */
export interface Release {
  remote: string;
  release: string;
}

/** Releases that have series at a time: those of four deployments of all remotes and the shell. */
const RELEASES_MAX = 24;
/** Of them, those that one network alone has reported. */
const NETWORK_RELEASES_MAX = RELEASES_MAX / 2;

interface Reported extends Release {
  /** The only network that has reported it; null for several. */
  network: string | null;
}

/**
 * The last releases that were reported. Clients choose the names, so their number is bounded, and releases that one
 * network alone has reported give way first: a client that makes some up loses its own.
 */
export class ReportedReleases {
  /** The least recently reported one first. */
  readonly #releases = new Map<string, Reported>();

  /** Notes a report. Returns the release that gives way to it, if one does. */
  note({ remote, release }: Release, network: string): Release | undefined {
    const key = `${remote} ${release}`;
    const known = this.#releases.get(key);
    if (known !== undefined) {
      this.#releases.delete(key);
      const reported = known.network === network ? known : { ...known, network: null };
      this.#releases.set(key, reported);
      return undefined;
    }
    const [leaving] = this.#givingWay([...this.#releases], network);
    if (leaving !== undefined) this.#releases.delete(leaving[0]);
    this.#releases.set(key, { remote, release, network });
    return leaving?.[1];
  }

  /** Returns the releases that may give way to another one of a network, the first of them first. */
  #givingWay(others: [string, Reported][], network: string): [string, Reported][] {
    const ofNetwork = others.filter(([, reported]) => reported.network === network);
    if (ofNetwork.length >= NETWORK_RELEASES_MAX) return ofNetwork;
    if (others.length < RELEASES_MAX) return [];
    const ofOneNetwork = others.filter(([, reported]) => reported.network !== null);
    return ofOneNetwork.length > 0 ? ofOneNetwork : others;
  }
}
