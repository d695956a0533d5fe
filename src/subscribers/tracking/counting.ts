import { isDatabaseAway } from '#src/db/away.ts';
import type { Database } from '#src/db/database.ts';
import { firstIdAt } from '#src/db/ids.ts';
import { countedMessage, recordHits, type Hit } from '#src/db/queries/reactions.ts';
import { retryDeadlock } from '#src/db/retry-deadlock.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { linksIn } from '#src/shared/content/links.ts';
import type { By } from './by-whom.ts';
import type { CountedLinks } from './tokens.ts';

/** What was asked for is written down together, so often. */
const EVERY_MS = 1_000;
/** While the database is away, so much is kept in memory; the rest isn't counted. */
const MOST = 20_000;

/** What was sent is kept at least so long (migration 0300). */
const KEPT_YEARS = 3;
function yearsBefore(at: Date, years: number): Date {
  const before = new Date(at);
  before.setUTCFullYear(at.getUTCFullYear() - years);
  return before;
}

type Counted = Hit & { workspaceId: string };

type Asked = {
  by: By;
  /** Whose domain it was asked on; null is the installation's own, where every brand's links may be. */
  brandId: string | null;
};

/**
 * Counts opens and clicks. No request waits for it: each second's counts are written with a few statements, and are lost
 * if the process is killed before.
 */
export function createCounting(deps: {
  app: Database;
  clock: Clock;
  links: CountedLinks;
  announce: (workspaceId: string) => void;
  onError: (error: unknown) => void;
}) {
  let waiting = new Map<string, Counted>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function keep(hit: Counted): void {
    const key = `${hit.workspaceId} ${hit.deliveryId} ${hit.kind} ${hit.link} ${hit.by}`;
    const known = waiting.get(key);
    if (known) {
      known.times += hit.times;
      if (hit.firstAt < known.firstAt) known.firstAt = hit.firstAt;
      if (hit.lastAt > known.lastAt) known.lastAt = hit.lastAt;
      return;
    }
    if (waiting.size >= MOST) return;
    waiting.set(key, hit);
    timer ??= setTimeout(() => void flush(), EVERY_MS).unref();
  }

  function note(hit: Omit<Counted, 'times' | 'firstAt' | 'lastAt'>): void {
    const at = deps.clock();
    keep({ ...hit, times: 1, firstAt: at, lastAt: at });
  }

  async function write(): Promise<void> {
    const taken = waiting;
    waiting = new Map();
    clearTimeout(timer);
    timer = undefined;
    const groups = [...Map.groupBy(taken.values(), (hit) => hit.workspaceId)];
    for (const [at, [workspaceId, hits]] of groups.entries()) {
      try {
        const counted = await retryDeadlock(() =>
          withTenant(deps.app, workspaceId, (tx) => recordHits(tx, workspaceId, hits)),
        );
        if (counted > 0) deps.announce(workspaceId);
      } catch (error) {
        deps.onError(error);
        // What fails for another reason would fail again.
        if (!isDatabaseAway(error)) continue;
        for (const [, left] of groups.slice(at)) left.forEach(keep);
        return;
      }
    }
  }

  /** Writes what has come so far. One after the other, so that a stop waits for all. */
  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  return {
    flush,
    /** The picture of an email was fetched. Nothing is read for it. */
    opened(token: string, { by, brandId }: Asked): void {
      const delivery = deps.links.read(token);
      if (delivery) note({ ...delivery, kind: 'opened', link: -1, links: 0, by, brandId });
    },
    /** @returns where the link leads: what the message has at its place. Null where there is no such link */
    async clicked(token: string, place: number, asked: Asked): Promise<string | null> {
      const delivery = deps.links.read(token);
      if (!delivery) return null;
      const { workspaceId, deliveryId } = delivery;
      const message = await withTenant(deps.app, workspaceId, (tx) =>
        countedMessage(tx, workspaceId, deliveryId),
      );
      if (!message || (asked.brandId !== null && asked.brandId !== message.brandId)) return null;
      const links = linksIn(message.prepared);
      const url = links[place];
      if (url === undefined) return null;
      note({ ...delivery, kind: 'clicked', link: place, links: links.length, ...asked });
      return url;
    },
    /** Whether a link is of ours, and of a message so old that what it said may be deleted. */
    isOld(token: string): boolean {
      const delivery = deps.links.read(token);
      return delivery !== null && delivery.deliveryId < firstIdAt(yearsBefore(deps.clock(), KEPT_YEARS));
    },
  };
}
export type Counting = ReturnType<typeof createCounting>;
