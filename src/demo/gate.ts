import type { Database } from '#src/db/database.ts';
import { count, type LimitDeps } from '#src/platform/limits/count.ts';
import { networkOf } from '#src/platform/limits/network.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { DemoSession } from '#src/shared/demo.ts';
import { AppError } from '#src/shared/errors.ts';
import { createAnswers } from './cache.ts';
import { isDemoToken, mintDemoToken } from './tokens.ts';
import { noteWatched } from './workspace.ts';

/** Rate limits per network and for all visitors together. Cached responses don't count. */
const SESSIONS = { own: 60, all: 6_000, seconds: 600 };
const READS = { own: 300, all: 6_000, seconds: 60 };
/** Previews and texts that are written for a visitor. */
const WORK = { own: 40, all: 400, seconds: 60 };
const STREAMS = { own: 8, all: 400 };
const NOTED_EVERY_MS = 10_000;

export type Demo = ReturnType<typeof createDemo>;

/** Access to the public demo: tokens, rate limits, cached responses and a limit on streams. */
export function createDemo(deps: {
  app: Database;
  clock: Clock;
  /** Signs the tokens; the same in every process. */
  key: Buffer;
  limits: LimitDeps;
  log: { error: (context: object, message: string) => void };
}) {
  const streams = new Map<string, number>();
  let streamsOpen = 0;
  let noted = 0;
  const within = async (scope: string, network: string | null, limit: typeof READS): Promise<void> => {
    const { seconds } = limit;
    // The network's own limit first: a rejected request doesn't use up the shared one.
    const own = network === null ? [] : [{ scope, key: network, max: limit.own, seconds }];
    for (const each of [...own, { scope: `${scope} all`, key: '', max: limit.all, seconds }]) {
      const { within: fits, seconds: wait } = await count(deps.limits, each);
      if (!fits) throw new AppError('over_request_rate_limit', undefined, { details: { retry_after: wait } });
    }
  };
  return {
    answers: createAnswers(() => deps.clock().getTime()),
    /** @throws AppError over_request_rate_limit */
    async open(address: string | null): Promise<DemoSession> {
      await within('demo-sessions', networkOf(address), SESSIONS);
      return mintDemoToken(deps.key, deps.clock());
    },
    isGood: (token: string): boolean => isDemoToken(deps.key, token, deps.clock()),
    /** Checks the rate limit before a visitor's request reads the database. @throws AppError over_request_rate_limit */
    async admit(address: string | null): Promise<void> {
      await within('demo-reads', networkOf(address), READS);
    },
    /** The same for what is computed for one visitor alone. @throws AppError over_request_rate_limit */
    async admitWork(address: string | null): Promise<void> {
      await within('demo-work', networkOf(address), WORK);
    },
    /** Opens a live stream. @returns closes it @throws AppError over_request_rate_limit */
    openStream(address: string | null): () => void {
      // Requests from this machine have no network; their streams count toward the total only.
      const network = networkOf(address);
      const own = network === null ? 0 : (streams.get(network) ?? 0);
      if (own >= STREAMS.own || streamsOpen >= STREAMS.all) throw new AppError('over_request_rate_limit');
      if (network !== null) streams.set(network, own + 1);
      streamsOpen += 1;
      let open = true;
      return () => {
        if (!open) return;
        open = false;
        streamsOpen -= 1;
        if (network === null) return;
        const left = (streams.get(network) ?? 1) - 1;
        if (left > 0) streams.set(network, left);
        else streams.delete(network);
      };
    },
    /** Notes a visitor, which speeds up the replay for a minute. */
    noteVisitor(): void {
      const now = deps.clock();
      const since = now.getTime() - noted;
      if (since >= 0 && since < NOTED_EVERY_MS) return;
      noted = now.getTime();
      noteWatched(deps.app, now).catch((error: unknown) =>
        deps.log.error({ err: error }, 'a look at the demo was not noted'),
      );
    },
  };
}
