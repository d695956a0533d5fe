import type { Database } from '#src/db/database.ts';
import { count, type LimitDeps } from '#src/limits/count.ts';
import { networkOf } from '#src/limits/network.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { DemoSession } from '#src/shared/demo.ts';
import { AppError } from '#src/shared/errors.ts';
import { createAnswers } from './cache.ts';
import { isDemoToken, mintDemoToken } from './tokens.ts';
import { noteWatched } from './workspace.ts';

/** Per network, and for all visitors together. What is answered from the cache is not counted. */
const SESSIONS = { own: 60, all: 6_000, seconds: 600 };
const READS = { own: 300, all: 6_000, seconds: 60 };
const STREAMS = { own: 8, all: 400 };
const NOTED_EVERY_MS = 10_000;

export type Demo = ReturnType<typeof createDemo>;

/** The way in to the public demo, and what keeps it cheap: tokens, limits, kept answers, bounded streams. */
export function createDemo(deps: {
  app: Database;
  clock: Clock;
  /** Seals the tokens; the same in every process. */
  key: Buffer;
  limits: LimitDeps;
  log: { error: (context: object, message: string) => void };
}) {
  const streams = new Map<string, number>();
  let streamsOpen = 0;
  let noted = 0;
  const within = async (scope: string, network: string | null, limit: typeof READS): Promise<void> => {
    const { seconds } = limit;
    // One's own first: whoever is refused for his own sake takes nothing of what all have together.
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
    /** Before the database is asked for a visitor. @throws AppError over_request_rate_limit */
    async admit(address: string | null): Promise<void> {
      await within('demo-reads', networkOf(address), READS);
    },
    /** A live stream begins. @returns ends it @throws AppError over_request_rate_limit */
    openStream(address: string | null): () => void {
      // This machine itself is no network; its streams count among all.
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
    /** Somebody looks: the replay goes on faster for a minute. */
    noteVisitor(): void {
      const now = deps.clock();
      if (now.getTime() - noted < NOTED_EVERY_MS) return;
      noted = now.getTime();
      noteWatched(deps.app, now).catch((error: unknown) =>
        deps.log.error({ err: error }, 'a look at the demo was not noted'),
      );
    },
  };
}
